/// What evaluating a predicate or a sort order in memory needs to see: the current rows, by ID.
///
/// A context is one: its rows are what its objects show, changes that were not saved included.
public protocol RowLookup {
  /// The model of the rows.
  var model: ObjectModel { get }

  /// The row with that ID, or nil when there is none (any more).
  func row(for id: ManagedObjectID) throws -> Row?

  /// The objects at the other end of a to-many relationship of the object `owner`, in no order.
  func members(of relationship: RelationshipDescription, owner: ManagedObjectID) throws -> [ManagedObjectID]
}
