internal import Observation

/// What the Observation module needs to know of one object; made when a property of the object is read the first time.
///
/// It remembers the values that observers have been told, so that whoever puts other values into the object
/// (a setter, an undo, a commit of somebody else) need not know of observers.
final class PropertyObservation {
  private let registrar = ObservationRegistrar()
  private var shown: [PropertyValue]?

  init(_ object: ManagedObject) { shown = object.values }

  /// Notes that whoever is tracking reads a slot.
  func access(_ slot: Int, of object: ManagedObject) {
    registrar.access(object, keyPath: ObservedPath.path(slot))
  }

  /// Tells observers of the slots that differ from what they were told; of all when the object became a fault, as
  /// nobody knows what will be read.
  func valuesDidChange(of object: ManagedObject) {
    let old = shown
    shown = object.values
    guard let old else { return }
    for slot in old.indices where shown.map({ $0[slot] != old[slot] }) ?? true { tell(slot, object) }
    if shown == nil { membersDidChange(of: object) }
  }

  /// Tells observers of to-many relationships.
  func membersDidChange(of object: ManagedObject) { tell(ObservedPath.members, object) }

  private func tell(_ slot: Int, _ object: ManagedObject) {
    registrar.withMutation(of: object, keyPath: ObservedPath.path(slot)) {}
  }
}

/// The key paths by which observers are told: one for each slot, and one for all to-many relationships.
///
/// Those of a class's own properties are not known where values come from somebody else.
private enum ObservedPath {
  typealias Path = any KeyPath<ManagedObject, Int> & Sendable

  static let members = -1
  private static let first: [Path] = (0..<64).map { \ManagedObject.[observed: $0] }

  /// Making a key path takes an allocation: those of most entities are made once.
  static func path(_ slot: Int) -> Path {
    first.indices.contains(slot) ? first[slot] : \ManagedObject.[observed: slot]
  }
}

extension ManagedObject {
  /// Nobody reads it: its key paths are what observers wait for.
  fileprivate subscript(observed slot: Int) -> Int { slot }

  /// Notes that whoever is tracking reads a slot.
  @inline(never)
  final func noteAccess(_ slot: Int) {
    if let survivor { return survivor.noteAccess(slot) }
    let observation = self.observation ?? PropertyObservation(self)
    self.observation = observation
    observation.access(slot, of: self)
  }

  /// Notes that whoever is tracking looks at a to-many relationship.
  final func noteMembersAccess() {
    if isObservable { noteAccess(ObservedPath.members) }
  }
}
