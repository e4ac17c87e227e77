import ObjectGraph
import PhotoLibrary

/// The facts about photographers that take queries: the numbers of their photos, and their distinctions from namesakes.
final class PhotographerFacts {
  /// Called when there are facts that were unknown.
  var onChange: () -> Void = {} {
    didSet {
      counts.onChange = onChange
      distinctions.onChange = onChange
    }
  }
  private let counts: QueriedValues<Int>
  private let distinctions: QueriedValues<String?>
  private var observation: ContextObservation?

  init(context: ManagedObjectContext) {
    let model = context.model
    counts = QueriedValues(context: context) {
      try Photographer.photoCounts(of: $0, in: model, reader: $1)
    }
    distinctions = QueriedValues(context: context) {
      try Photographer.distinctions(of: $0, in: model, reader: $1)
    }
    let entity = model.number(of: Photographer.self)
    observation = context.observe { [weak self] changes in
      guard let self else { return }
      counts.invalidate(changes.updated)
      counts.invalidate(changes.deleted)
      // Names do not change with the photos of a photographer.
      let renamed = changes.updated.contains {
        $0.entity == entity && !changes.onlyMembersChanged.contains($0)
      }
      let others = [changes.inserted, changes.deleted]
      if renamed || others.contains(where: { $0.contains { $0.entity == entity } }) {
        distinctions.invalidateAll()
      }
    }
  }

  /// Reads the facts of photographers that are not known, a few queries for all of them.
  func prepare(_ photographers: [ManagedObjectID]) {
    counts.prepare(photographers)
    distinctions.prepare(photographers)
  }

  /// Reads the distinctions of photographers that are not known, a few queries for all of them.
  func prepareDistinctions(of photographers: [ManagedObjectID]) { distinctions.prepare(photographers) }

  /// Returns the number of photos of a photographer as text; empty while it is unknown.
  func photoCount(of photographer: Photographer) -> String {
    counts.value(of: photographer.objectID).map(String.init) ?? ""
  }

  /// Returns ``PhotoLibrary/Photographer/distinction`` of a photographer; `nil` as well while it is unknown.
  func distinction(of photographer: Photographer) -> String? {
    distinctions.value(of: photographer.objectID) ?? nil
  }
}
