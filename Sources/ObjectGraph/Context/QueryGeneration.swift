/// Which state of the store a context reads.
public enum QueryGeneration: Hashable, Sendable {
  /// Each reading sees what is committed by then.
  case unpinned
  /// All readings see what was there when the context was pinned.
  case current
}

/// A context could not be pinned.
public enum QueryGenerationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The readers of the store cannot stay at one state of it.
  case unsupportedByStore
  /// The context reads from a parent, whose generation it shares.
  case child

  /// One sentence.
  public var description: String {
    switch self {
    case .unsupportedByStore: "the store's readers cannot stay at one state of it: they are no SnapshotReader"
    case .child: "a child reads what its parent shows: pin the context on the store"
    }
  }
}

extension ManagedObjectContext {
  /// Which state of the store the context reads; a child's is that of the context on the store.
  public var queryGeneration: QueryGeneration { parent?.queryGeneration ?? generation }

  /// Pins the context to the state of the store as it is now, or lets it go on.
  ///
  /// Pinned, all fetches and faults agree with each other, whatever others commit; of the main context's saves that
  /// were still on their way, the context sees those it saw when it was pinned. Changes of others are not merged
  /// meanwhile. A save of the context itself, and pinning again, advance it to the newest state. Objects that have been
  /// read stay as they are: ``refreshAllObjects()`` after that; letting the context go on does so by itself where
  /// changes are merged automatically. What came meanwhile is not told one by one: lists have to be fetched again.
  /// What reads the store by itself, as a list does that is fetched in the background
  /// (``PersistentStoreCoordinator/read(_:)``), is not pinned.
  ///
  /// With a store in a file this keeps a read transaction open, behind which the write-ahead log cannot begin anew: it
  /// grows with every commit until the context goes on. Pin for as long as a report or an export takes, not for the
  /// life of a window. Costs no more than beginning the transaction; in memory nothing at all but what the old state
  /// takes up. The store's reader throws.
  public func setQueryGeneration(_ wanted: QueryGeneration) throws {
    guard parent == nil else { throw QueryGenerationError.child }
    guard let reader = reader as? any SnapshotReader else {
      if wanted == .unpinned { return }
      throw QueryGenerationError.unsupportedByStore
    }
    let wasPinned = generation == .current
    switch wanted {
    case .current:
      // Before the store: what is committed in between is seen twice, and the same, rather than not at all.
      let rows = coordinator.pending.copy()
      try reader.holdSnapshot()
      overlay = rows
    case .unpinned:
      reader.releaseSnapshot()
      overlay = coordinator.pending
    }
    generation = wanted
    following.isResting = wanted == .current
    if wanted == .unpinned, wasPinned, following.isWanted { refreshAllObjects() }
  }

  /// Goes on to the newest state after a save of its own.
  func advanceGeneration() {
    guard generation == .current else { return }
    // A snapshot that cannot be taken leaves the context unpinned, which sees its own save as well.
    do { try setQueryGeneration(.current) } catch { try? setQueryGeneration(.unpinned) }
  }
}
