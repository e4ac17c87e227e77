public import ObjectModel

/// A reference from one row to another.
public struct RowReference: Hashable, Sendable {
  /// The ID of the row that refers.
  public var source: ManagedObjectID
  /// The ID of the row that is referred to.
  public var target: ManagedObjectID

  /// Makes a reference.
  public init(source: ManagedObjectID, target: ManagedObjectID) {
    self.source = source
    self.target = target
  }
}
