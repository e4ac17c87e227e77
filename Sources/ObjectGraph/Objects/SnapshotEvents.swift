/// The events that replaced values of an object from outside its own code.
///
/// See ``ManagedObject/awakeFromSnapshotEvents(_:)``.
public struct SnapshotEvents: OptionSet, Sendable {
  /// The bits.
  public let rawValue: Int

  /// Makes a set of events from its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// An undo or redo removed the object.
  public static let undoInsertion = SnapshotEvents(rawValue: 1)
  /// An undo or redo restored the deleted object.
  public static let undoDeletion = SnapshotEvents(rawValue: 2)
  /// An undo or redo restored values.
  public static let undoUpdate = SnapshotEvents(rawValue: 4)
  /// Unsaved changes were discarded.
  public static let rollback = SnapshotEvents(rawValue: 8)
  /// The object has values that another context or program saved, with unsaved changes on top.
  public static let refresh = SnapshotEvents(rawValue: 16)
}
