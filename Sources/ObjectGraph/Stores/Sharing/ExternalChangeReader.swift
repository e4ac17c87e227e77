/// Finds out which rows other writers changed, confined to the isolation that asked for it.
///
/// The reader goes from one committed state of the store to the next. It is told what the coordinator's own writer
/// commits, in the order of the commits, and leaves that out.
public protocol ExternalChangeReader: AnyObject {
  /// Reads what is needed to compare the present state with a later one.
  ///
  /// Does nothing when that has been read. May take time that grows with the size of the store.
  func prepare() throws

  /// Records a commit of the coordinator's own writer.
  func record(_ report: CommitReport)

  /// Goes on to the state that is committed now, which ``changes()`` compares with the one before.
  ///
  /// Called after ``prepare()``, while no transaction of the coordinator's writer is under way and all of its commits
  /// have been recorded. Must not take time that grows with the size of the store.
  func advance() throws

  /// The rows that other writers changed between the last two states.
  ///
  /// When it throws, the state before the last ``advance()`` is the one to compare with again.
  func changes() throws -> ExternalChanges
}
