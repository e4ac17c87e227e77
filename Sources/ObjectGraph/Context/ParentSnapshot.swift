internal import ObjectModel
internal import ObjectStore

/// A snapshot of the unsaved rows of a parent in another isolation.
struct ParentSnapshot: Sendable {
  /// The number of the snapshot for its child: a newer snapshot has a higher number.
  let number: Int
  /// Rows with unsaved changes in the parent; `nil` for a deleted row.
  let unsaved: [ManagedObjectID: Row?]
  /// Rows that were merged into other rows in the parent.
  let redirects: Redirects
  /// The changes since the previous snapshot.
  let changes: ContextChanges
}
