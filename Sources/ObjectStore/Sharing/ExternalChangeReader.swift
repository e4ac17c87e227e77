/// A reader that finds the rows that other writers changed, confined to the isolation of its caller.
///
/// The reader advances from one committed state of the store to the next. The coordinator notifies it of its
/// own writer's commits, in commit order, and the reader leaves them out.
public protocol ExternalChangeReader: AnyObject {
  /// Reads the data needed to compare the current state with a later one.
  ///
  /// Has no effect if that data has been read. May take time that grows with the size of the store.
  func prepare() throws

  /// Begins a look for commits of other writers.
  ///
  /// The default implementation does nothing.
  func beginLook()

  /// Ends a look that found that no other writer had committed when it began.
  ///
  /// The default implementation returns `false`.
  ///
  /// - Returns: Whether to go on to the current state nevertheless: after the last comparison, a reading ended that had begun
  ///   before it.
  func endLook() -> Bool

  /// Records a commit of the coordinator's own writer.
  ///
  /// A report with ``CommitReport/isReload`` does not list all rows that the commit wrote.
  func record(_ report: CommitReport)

  /// Goes on to the state that is committed now, which ``changes()`` compares with the one before.
  ///
  /// Called after ``prepare()``, while no transaction of the coordinator's writer is under way and all of its commits
  /// have been recorded. Must not take time that grows with the size of the store.
  func advance() throws

  /// Returns the rows that other writers changed between the last two states.
  ///
  /// If this method throws, compare again with the state before the last ``advance()``.
  func changes() throws -> ExternalChanges
}

extension ExternalChangeReader {
  /// Does nothing.
  public func beginLook() {}

  /// Always `false`.
  public func endLook() -> Bool { false }
}
