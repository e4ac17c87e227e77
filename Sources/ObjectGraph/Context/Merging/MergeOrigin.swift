/// The origin of rows that are merged into a context.
///
/// Rows are merged in one of two ways. ``ManagedObjectContext/merge(_:from:redirects:)`` gets committed rows
/// with the values before: it updates exactly what has changed.
/// ``ManagedObjectContext/mergeCurrentRows(of:from:redirects:)`` gets IDs, because the values before are unknown or
/// may be outdated: it reads the rows again. In both, unsaved changes stay on top,
/// property by property, and nothing is recorded for undo. What differs:
///
/// | origin | merged into | rows | older rows | cached members | unsaved deletion of a merged row |
/// |---|---|---|---|---|---|
/// | `ownCommit` | the context that saved | those that differ from what it shows | ignored | updated | applies to the row that remains |
/// | `otherContext` | the main context | all rows of the commit, in slices | ignored | updated | ends |
/// | `store` | background contexts, refreshed objects | read again | none: they are current | read again | ends |
/// | `parent` | children | read again from the parent | none: they are current | read again | ends |
enum MergeOrigin {
  /// A commit of the context itself, or a save of a child into its parent.
  case ownCommit
  /// A commit of another context, in the order of commits.
  case otherContext
  /// The current rows of the store.
  case store
  /// The current rows of the parent.
  case parent
}
