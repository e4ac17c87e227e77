internal import ObjectModel
internal import ObjectStore

/// The changes to commit, with their options.
struct Commit: Sendable {
  var changes: RowChanges
  var policy: MergePolicy
  var durability: Durability
  /// The rows that must have the same version in the store as when they were read, see
  /// ``ManagedObjectContext/detectConflicts(for:)``.
  var guarded: [Row] = []
  /// The number of the published save; `nil` for a commit that is not published.
  var save: Int?
  /// The number of the context.
  var origin = 0
  /// The number of failed saves that the context knew of when it submitted this one.
  var knownFailures = 0
  /// The rows of failed saves that the context knew of, with the number of the last published save that it therefore
  /// expects to fail, if it contains the row.
  var failedRows: [ManagedObjectID: Int] = [:]
  /// The number of redirects by its saves that the context knew of when it submitted this one.
  var knownRedirects = 0
  /// The priority of the task that saves.
  var priority = TaskPriority.medium
  var author: String?
  var context: String?

  /// A Boolean value that indicates whether the context continues before it receives the report, as after
  /// ``ManagedObjectContext/publish()``.
  var isPublished: Bool { save != nil }
}
