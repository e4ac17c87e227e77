/// A detector of the commits of other writers.
public protocol CommitDetector: AnyObject {
  /// Returns whether another writer has committed since the last call, or since the detector was opened.
  ///
  /// May return `true` when no row changed. Called often, outside of transactions.
  /// - Complexity: Must not depend on the size of the store or of the commit.
  func otherWritersCommitted() throws -> Bool

  /// Sets a closure that is called when the store announces a commit, on any thread.
  ///
  /// It is called once, and again after ``announcedCommit()`` or ``otherWritersCommitted()``. May be called for a commit of
  /// the coordinator's own writer as well. The default implementation does nothing: such a store is only asked.
  func onAnnouncement(_ body: @escaping @Sendable () -> Void)

  /// Returns whether the store has announced a commit of another writer since the last call.
  ///
  /// Does not ask the store: a commit whose announcement is under way is not noticed. The default implementation returns
  /// ``otherWritersCommitted()``.
  func announcedCommit() throws -> Bool

  /// Returns whether the store's writer has committed much work of its own since the last call, such as the contents of
  /// an index.
  ///
  /// A reader of external changes is prepared then: one that holds the state of the beginning would keep a store from
  /// giving back the space of its log. The default implementation returns `false`.
  func committedOwnWork() -> Bool
}

extension CommitDetector {
  /// Does nothing.
  public func onAnnouncement(_ body: @escaping @Sendable () -> Void) {}

  /// Returns ``otherWritersCommitted()``.
  public func announcedCommit() throws -> Bool { try otherWritersCommitted() }

  /// Always `false`.
  public func committedOwnWork() -> Bool { false }
}
