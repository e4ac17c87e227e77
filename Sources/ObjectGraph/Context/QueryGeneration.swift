internal import ObjectStore

/// The state of the store that a context reads.
public enum QueryGeneration: Hashable, Sendable {
  /// Each read sees the rows that are committed at that time.
  case unpinned
  /// All reads see the rows that were committed when the context was pinned.
  case current
}

extension ManagedObjectContext {
  /// The state of the store that the context reads.
  ///
  /// A child has that of its ancestor on the store.
  public var queryGeneration: QueryGeneration {
    parent?.queryGeneration ?? (following.isResting ? .current : .unpinned)
  }

  /// Pins the context to the current state of the store, or unpins it.
  ///
  /// While the context is pinned, all fetches and faults are consistent with each other, whatever other
  /// contexts commit. Of the pending saves of the main context, the context sees those that it saw when it
  /// was pinned. Changes of other contexts are not merged.
  ///
  /// A save of the context itself advances it to the newest state, and so does pinning it again. Objects that
  /// have been read do not change: call ``refreshAllObjects()`` afterwards. Unpinning does so if changes are
  /// merged automatically. Observers do not receive the individual changes of the meantime, so lists must be
  /// fetched again. Code that reads the store directly (``PersistentStoreCoordinator/read(isBulk:_:)``) is not pinned.
  /// Functions that read in the background for the context, such as ``fetchInBackground(_:)`` and the fetches of a
  /// `FetchedResultsController`, read in the context's isolation while it is pinned.
  ///
  /// For a store in a file, a pinned context keeps a read transaction open. The write-ahead log (WAL) cannot
  /// restart from its beginning meanwhile: it grows with every commit until the context is unpinned. Pin for
  /// the duration of a report or an export, not for the life of a window. Pinning costs no more than
  /// beginning the transaction. For a store in memory, it costs only the memory of the old state.
  ///
  /// - Throws: ``QueryGenerationError`` if the context is a child or its readers cannot hold a snapshot, and
  ///   the errors of the store's reader, after which the context is unpinned.
  public func setQueryGeneration(_ wanted: QueryGeneration) throws {
    guard parent == nil else { throw QueryGenerationError.child }
    guard let reader = readerBeneath as? any SnapshotReader else {
      if wanted == .unpinned { return }
      throw QueryGenerationError.unsupportedByStore
    }
    let wasPinned = following.isResting
    switch wanted {
    case .current:
      // The copy precedes the snapshot of the store: a commit in between is seen twice with the same values,
      // not missed.
      let rows = coordinator.pending.copy()
      do { try reader.holdSnapshot() } catch {
        // A former state is gone as well.
        try? setQueryGeneration(.unpinned)
        throw error
      }
      overlay = rows
    case .unpinned:
      reader.releaseSnapshot()
      overlay = coordinator.pending
    }
    following.isResting = wanted == .current
    if wanted == .unpinned, wasPinned, following.isWanted { refreshAllObjects() }
  }

  /// Advances a pinned context to the newest state after its own save.
  func advanceGeneration() {
    guard parent == nil, following.isResting else { return }
    // Without a snapshot, the context is unpinned, and sees its own save as well.
    try? setQueryGeneration(.current)
  }
}
