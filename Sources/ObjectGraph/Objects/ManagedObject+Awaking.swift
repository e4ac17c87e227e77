/// The events that replaced values of an object from outside its own code.
///
/// See ``ManagedObject/awakeFromSnapshotEvents(_:)``.
public struct SnapshotEvents: OptionSet, Sendable {
  /// The bits.
  public let rawValue: Int

  /// Makes a set of its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// An undo or redo took the object away again.
  public static let undoInsertion = SnapshotEvents(rawValue: 1)
  /// An undo or redo brought the deleted object back.
  public static let undoDeletion = SnapshotEvents(rawValue: 2)
  /// An undo or redo put values back.
  public static let undoUpdate = SnapshotEvents(rawValue: 4)
  /// Changes that were not saved were given up.
  public static let rollback = SnapshotEvents(rawValue: 8)
  /// The object has values that another context or program saved, with unsaved changes on top.
  public static let refresh = SnapshotEvents(rawValue: 16)
}

extension ManagedObject {
  /// Lets the object know that its values were read.
  final func awake() {
    isAwaking = true
    awakeFromFetch()
    isAwaking = false
  }

  /// Sets a transient attribute of an object that awakes, as if it had been read; false for any other slot.
  final func prepare(_ value: PropertyValue, slot: Int) -> Bool {
    guard entity.transientSlots.contains(slot) else { return false }
    values?[slot] = value
    committed?.values[slot] = value
    return true
  }

  /// Forgets the values, so that they are read again when they are used.
  final func turnIntoFault() {
    guard !isFault else { return members.removeAll() }
    willTurnIntoFault()
    values = nil
    members.removeAll()
    didTurnIntoFault()
  }
}
