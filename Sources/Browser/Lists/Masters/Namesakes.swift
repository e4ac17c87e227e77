import ObjectGraph
import PhotoLibrary

/// The labels that distinguish photographers of the same name, cached until a photographer changes.
final class Namesakes {
  private var known: [ManagedObjectID: String?] = [:]
  private var observation: ContextObservation?

  init(context: ManagedObjectContext) {
    let entity = context.model.number(of: Photographer.self)
    observation = context.observe { [weak self] changes in
      let changed = [changes.inserted, changes.updated, changes.deleted]
      if changed.contains(where: { $0.contains { $0.entity == entity } }) { self?.known.removeAll() }
    }
  }

  /// ``PhotoLibrary/Photographer/distinction`` of a photographer.
  func distinction(of photographer: Photographer) -> String? {
    if let distinction = known[photographer.objectID] { return distinction }
    let distinction = photographer.distinction
    known[photographer.objectID] = .some(distinction)
    return distinction
  }
}
