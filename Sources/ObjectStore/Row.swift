public import ObjectModel

/// One row of a store as a value: the values of an object without the object.
public struct Row: Hashable, Sendable {
  /// The identity of the row.
  public let id: ManagedObjectID
  /// The number of times the row has been written (`Z_OPT`); 0 for a row that is not in the store yet.
  public var version: Int64
  /// The values, by slot of the entity.
  public var values: [PropertyValue]

  /// Makes a row.
  public init(id: ManagedObjectID, version: Int64, values: [PropertyValue]) {
    self.id = id
    self.version = version
    self.values = values
  }

  /// The row after it has been written, with the next version.
  package var saved: Row { Row(id: id, version: version &+ 1, values: values) }
}
