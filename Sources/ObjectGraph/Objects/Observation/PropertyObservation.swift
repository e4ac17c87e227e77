internal import ObjectModel
internal import Observation

/// The observation state of one object, made when a property of the object is read for the first time.
///
/// It remembers the values last reported to observers. Therefore code that changes values of the object (a
/// setter, an undo, a merge of another context's commit) need not know about observers.
final class PropertyObservation {
  private let registrar = ObservationRegistrar()
  private var shown: [PropertyValue]?

  init(_ object: ManagedObject) { shown = object.values }

  /// Records that the current tracking reads a slot.
  func access(_ slot: Slot, of object: ManagedObject) {
    registrar.access(object, keyPath: ObservedPath.path(slot))
  }

  /// Notifies the observers of slots that differ from the values last reported; of all slots when the object
  /// became a fault, because the values of the next read are unknown.
  func valuesDidChange(of object: ManagedObject) {
    let old = shown
    shown = object.values
    guard let old else { return }
    for slot in old.slots where shown.map({ $0[slot] != old[slot] }) ?? true { notify(slot, object) }
    if shown == nil { membersDidChange(of: object) }
  }

  /// Notifies the observers of to-many relationships.
  func membersDidChange(of object: ManagedObject) { notify(ObservedPath.members, object) }

  private func notify(_ slot: Slot, _ object: ManagedObject) {
    registrar.withMutation(of: object, keyPath: ObservedPath.path(slot)) {}
  }
}

/// The key paths for observers: one for each slot, and one for all to-many relationships.
///
/// The key paths of a class's own properties are unknown where values come from another context.
private enum ObservedPath {
  typealias Path = any KeyPath<ManagedObject, Int> & Sendable

  static let members: Slot = -1
  private static let first: [Path] = (0..<64).map { \ManagedObject.[observed: Slot($0)] }

  /// Making a key path takes an allocation: those of most entities are made once.
  static func path(_ slot: Slot) -> Path {
    first.indices.contains(slot.rawValue) ? first[slot] : \ManagedObject.[observed: slot]
  }
}

extension ManagedObject {
  /// A subscript that is never called: observers register for its key paths.
  fileprivate subscript(observed slot: Slot) -> Int { slot.rawValue }

  /// Records that the current tracking reads a slot.
  @inline(never)
  final func recordAccess(_ slot: Slot) {
    if let survivor { return survivor.recordAccess(slot) }
    let observation = self.observation ?? PropertyObservation(self)
    self.observation = observation
    observation.access(slot, of: self)
  }

  /// Records that the current tracking reads a to-many relationship.
  final func recordMembersAccess() {
    if isObservable { recordAccess(ObservedPath.members) }
  }
}
