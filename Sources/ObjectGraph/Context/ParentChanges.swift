import Synchronization

/// Changes of a parent in another isolation that a child has yet to merge.
///
/// The parent records what changed and goes on; the child fetches it with the rows that the parent shows by then. Several
/// changes before the child does so are merged together.
final class ParentChanges: Sendable {
  private struct State {
    var isWanted = false
    var isPending = false
    var changes = ContextChanges()
    var snapshots = 0
    var notify: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  /// A Boolean value that indicates whether the child merges the parent's changes as they come.
  var isWanted: Bool {
    get { state.withLock { $0.isWanted } }
    set { state.withLock { $0.isWanted = newValue } }
  }

  /// Calls `handler` when there is something to fetch; it is called again only after that has been fetched.
  func onChange(_ handler: @escaping @Sendable () -> Void) { state.withLock { $0.notify = handler } }

  /// Records changes of the parent, if the child wants them; called in the parent's isolation.
  func record(_ changes: ContextChanges) {
    let notify = state.withLock { state -> (@Sendable () -> Void)? in
      guard state.isWanted else { return nil }
      state.changes.append(changes)
      defer { state.isPending = true }
      return state.isPending ? nil : state.notify
    }
    notify?()
  }

  /// Returns what the parent shows now and what has changed there since the last call, in the parent's isolation.
  func snapshot(of parent: ManagedObjectContext) -> ParentSnapshot {
    // Before the changes: this ends the event, which can record some.
    let rows = parent.unsavedRows()
    return state.withLock { state in
      state.snapshots += 1
      state.isPending = false
      defer { state.changes = ContextChanges() }
      return ParentSnapshot(
        number: state.snapshots, unsaved: rows, redirects: parent.redirects, changes: state.changes)
    }
  }
}

/// What a parent in another isolation shows at a moment.
struct ParentSnapshot: Sendable {
  /// Counts the snapshots for a child: a higher one is newer.
  let number: Int
  /// Rows that lie over the store in the parent and are not saved; nil for a row that was deleted.
  let unsaved: [ManagedObjectID: Row?]
  /// Rows that turned out to be the same as others in the parent.
  let redirects: Redirects
  /// What has changed since the snapshot before.
  let changes: ContextChanges
}
