public import ObjectModel

/// A source of the current rows by ID, for evaluating a predicate or a sort order in memory.
///
/// A context is a lookup: its rows are the current values of its objects, including unsaved changes.
public protocol RowLookup {
  /// The model of the rows.
  var model: ManagedObjectModel { get }

  /// The row with that ID, or nil when there is none (any more).
  func row(for id: ManagedObjectID) throws -> Row?

  /// Returns the destination objects of a to-many relationship of the object `owner`, in no particular order.
  func members(of relationship: RelationshipDescription, owner: ManagedObjectID) throws -> [ManagedObjectID]
}
