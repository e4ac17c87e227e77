import Synchronization

/// Changes of a parent in another isolation that a child has not merged yet.
///
/// The parent records changes without waiting for the child. The child fetches them later, with the rows that
/// the parent shows at that time. It merges all changes since its last fetch together.
final class ParentChanges: Sendable {
  private struct State {
    var isWanted = false
    var isPending = false
    var changes = ContextChanges()
    var snapshots = 0
    var notify: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  /// A Boolean value that indicates whether the child merges changes of the parent automatically.
  var isWanted: Bool {
    get { state.withLock { $0.isWanted } }
    set { state.withLock { $0.isWanted = newValue } }
  }

  /// Calls `handler` when there are changes to fetch.
  ///
  /// The next call follows only after these have been fetched.
  func onChange(_ handler: @escaping @Sendable () -> Void) { state.withLock { $0.notify = handler } }

  /// Records changes of the parent, if the child merges them.
  ///
  /// The parent calls it in its isolation.
  func record(_ changes: ContextChanges) {
    let notify = state.withLock { state -> (@Sendable () -> Void)? in
      guard state.isWanted else { return nil }
      state.changes.append(changes)
      defer { state.isPending = true }
      return state.isPending ? nil : state.notify
    }
    notify?()
  }

  /// Records changes of a snapshot that could not be merged again, before those that came later.
  ///
  /// The next snapshot contains them. No merge begins at once, which would fail for the same reason.
  func restore(_ changes: ContextChanges) {
    state.withLock { state in
      var all = changes
      all.append(state.changes)
      state.changes = all
    }
  }

  /// Returns the unsaved rows of the parent and its changes since the last call.
  ///
  /// It must be called in the parent's isolation.
  func snapshot(of parent: ManagedObjectContext) -> ParentSnapshot {
    // This precedes the read of the changes: it ends the event, which can record some.
    let rows = parent.unsavedRows()
    return state.withLock { state in
      state.snapshots += 1
      state.isPending = false
      defer { state.changes = ContextChanges() }
      return ParentSnapshot(
        number: state.snapshots, unsaved: rows, redirects: parent.registry.redirects, changes: state.changes)
    }
  }
}
