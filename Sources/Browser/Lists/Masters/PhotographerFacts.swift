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
  private let distinctions: QueriedValues<Photographer.Distinction>
  private let context: ManagedObjectContext
  private let entity: EntityNumber
  private var observation: ContextObservation?

  /// The number of changed photographers up to which only the distinctions of their namesakes are read again.
  private static let fewChanges = 8

  init(context: ManagedObjectContext) {
    self.context = context
    let model = context.model
    entity = model.number(of: Photographer.self)
    counts = QueriedValues(context: context) {
      try Photographer.photoCounts(of: $0, in: model, reader: $1)
    }
    distinctions = QueriedValues(context: context) {
      try Photographer.distinctions(of: $0, in: model, reader: $1)
    }
    observation = context.observe { [weak self] in self?.follow($0) }
  }

  private func follow(_ changes: ContextChanges) {
    guard !changes.isReload else {
      counts.invalidateAll()
      distinctions.invalidateAll()
      return
    }
    counts.invalidate(changes.updated)
    counts.invalidate(changes.deleted)
    guard let names = changedNames(changes) else { return distinctions.invalidateAll() }
    if !names.isEmpty { distinctions.invalidate { names.contains($0.name) } }
  }

  /// Returns the former and the new names of changed photographers; `nil` if they are many, or not known.
  private func changedNames(_ changes: ContextChanges) -> Set<String>? {
    // Names do not change with the photos of a photographer.
    let renamed = changes.updated.filter { $0.entity == entity && !changes.onlyMembersChanged.contains($0) }
    let inserted = changes.inserted.filter { $0.entity == entity }
    let deleted = changes.deleted.filter { $0.entity == entity }
    guard renamed.count + inserted.count + deleted.count <= Self.fewChanges else { return nil }
    var names: Set<String> = []
    for id in renamed.union(deleted) {
      guard let former = distinctions.knownValue(of: id) else { return nil }
      names.insert(former.name)
    }
    for id in renamed.union(inserted) {
      let photographer = context.registeredObject(for: id) as? Photographer
      guard let photographer, !photographer.isFault else { return nil }
      names.insert(photographer.name)
    }
    return names
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
    distinctions.value(of: photographer.objectID)?.text
  }
}
