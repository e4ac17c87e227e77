public import ObjectModel
public import ObjectStore

/// An object that connects the contexts of a store: it provides keys and readers, and passes saves to the
/// writer.
///
/// It is thread-safe.
public final class PersistentStoreCoordinator: Sendable {
  /// The store.
  public let store: any PersistentStore
  /// The model of the store.
  public let model: ManagedObjectModel
  /// The identity of the store, which its object IDs contain (``ManagedObjectID/store``).
  public let identity: StoreIdentity
  let pending = PendingRows()
  let writer: Writer
  let keys: KeyStock
  let assignedKeys: AssignedKeys
  let announcements = Announcements()
  private let reader: BackgroundReader
  /// The reader for readings of many rows.
  private let bulkReader: BackgroundReader
  private let follower: ExternalChangeFollower?

  /// Creates a coordinator for a store.
  ///
  /// The writer is opened with the first write, or immediately to follow external changes.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - followsExternalChanges: A Boolean value that indicates whether commits of other programs and other
  ///     coordinators to the store are announced like those of this coordinator's contexts (``commits``,
  ///     ``ManagedObjectContext/automaticallyMergesChangesFromParent``). It requires a ``SharedStore`` that
  ///     can be written, and has no effect with another store.
  public init(store: any PersistentStore, followsExternalChanges: Bool = false) {
    self.store = store
    model = store.model
    identity = StoreIdentity(store.identifier)
    identity.register(model)
    writer = Writer(store: store, announcements: announcements)
    keys = KeyStock(writer: writer)
    assignedKeys = AssignedKeys(writer: writer)
    reader = BackgroundReader(store: store)
    bulkReader = BackgroundReader(store: store)
    follower = followsExternalChanges ? writer.makeFollower() : nil
  }

  /// Reads the store off the caller's isolation, with a reader of the coordinator.
  ///
  /// The reader sees committed rows, not saves that are published and not committed yet (see
  /// ``ManagedObjectContext/pendingIDs(of:)``). Calls run one after the other.
  ///
  /// - Parameters:
  ///   - isBulk: A Boolean value that indicates whether the call reads many rows. Such calls have a reader of their own, so
  ///     that others do not wait for them.
  ///   - body: The reading.
  /// - Throws: The errors of `body` and of the store.
  public func read<Result: Sendable>(
    isBulk: Bool = false, _ body: @escaping @Sendable (any StoreReader) throws -> Result
  ) async throws -> Result {
    do {
      guard isBulk else { return try await reader.read(body) }
      return try await bulkReader.read { reader in
        // The pages of a table that was passed over are not read again soon.
        defer { reader.releaseMemory() }
        return try body(reader)
      }
    } catch {
      // An error that is not thrown again leaves on the executor where it happened (Swift 6.3).
      throw error
    }
  }

  /// Waits until all saves so far are in the store, published ones included, and the main context shows them.
  ///
  /// A failed save counts as finished; ``PendingSave/committed()`` throws its error.
  public func drain() async {
    await writer.drain()
    await waitForMerges()
  }

  /// Waits for all saves as ``drain()`` does, stops following other programs, and closes what the writer has open.
  ///
  /// An SQLite store then copies its log into its file. The file alone contains everything, and is opened faster. Call this
  /// function before the end of a process that does not release the coordinator. Contexts can go on: the next save opens
  /// the writer again.
  public func close() async {
    await drain()
    await follower?.end()
    await writer.close()
  }

  /// Looks for commits of other programs, and waits until the main context shows them.
  ///
  /// A coordinator that follows external changes does so about twice a second, and when a store on a server announces a
  /// commit. Without this option, the function does nothing.
  ///
  /// - Throws: The errors of the store. The coordinator looks for the changes again later.
  /// - Complexity: O(*n*) in the number of rows of the store, off the caller's isolation, if another program has
  ///   committed.
  public func mergeExternalChanges() async throws {
    do {
      try await follower?.look()
    } catch {
      // An error that is not thrown again leaves on the executor where it happened (Swift 6.3).
      throw error
    }
    await waitForMerges()
  }

  /// The commits of all contexts from now on, in commit order.
  ///
  /// Commits of other programs are included if the coordinator follows them (``CommitReport/isExternal``). If a published save
  /// fails, a report contains the rows that other contexts may have read from it, as they are in the store
  /// (``CommitReport/followsFailedSave``). A save into a parent context is not a commit. The sequence buffers commits until they
  /// are consumed, and ends when the coordinator is released.
  public var commits: AsyncStream<CommitReport> { announcements.stream() }

  /// The changes of the state of following other programs from now on, such as when a server cannot be reached and when it
  /// answers again.
  ///
  /// A failure that has not ended comes first. The sequence keeps the last change until it is consumed. It ends when the
  /// coordinator is closed or released, and at once if the coordinator does not follow other programs.
  public var followingStates: AsyncStream<FollowingState> {
    follower?.states() ?? AsyncStream { $0.finish() }
  }

  /// Reserves IDs so that `count` objects of the class can be inserted without waiting for the store.
  ///
  /// An object has a permanent ID from its insertion on; there is no counterpart of Core Data's
  /// `obtainPermanentIDs(for:)`. IDs are reserved in the background, a few at first and more as more are
  /// used. Call this function only before inserting very many objects at once on the main actor.
  ///
  /// - Throws: The errors of the store.
  public func reserveIDs(for objectClass: ManagedObject.Type, count: Int) async throws {
    try await keys.reserve(count, entity: model.root(of: model.number(of: objectClass)))
  }

  /// Reserves IDs so that `count` objects of the entity can be inserted without waiting for the store.
  ///
  /// - SeeAlso: ``reserveIDs(for:count:)``
  /// - Throws: The errors of the store.
  public func reserveIDs(forEntityNamed name: String, count: Int) async throws {
    let number = model.number(ofEntity: name, class: ManagedObject.self)
    try await keys.reserve(count, entity: model.root(of: number))
  }

  /// Waits up to 10 seconds for the writer to finish its queued commits; the writer continues after the
  /// timeout.
  func waitForCommits() {
    guard ExitGuard.shared.commits(of: writer) > 0 else { return }
    _ = writer.wait(until: .now + .seconds(10))
  }

  /// Traps with a message unless an ID belongs to this store.
  func requireOwn(_ id: ManagedObjectID) {
    require(id.store == identity, FetchError.objectOfOtherStore(id).description)
  }

  /// Waits until the main context shows all commits so far.
  func waitForMerges() async { await announcements.waitForMerges() }
}

/// The isolation of the coordinator's reader.
private actor BackgroundReader {
  private let executor = QueueExecutor(label: "ObjectGraph.reader")
  private let store: any PersistentStore
  private var reader: (any StoreReader)?

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(store: any PersistentStore) { self.store = store }

  func read<Result: Sendable>(
    _ body: @Sendable (any StoreReader) throws -> Result
  ) throws -> Result {
    let reader = try self.reader ?? store.makeReader()
    self.reader = reader
    return try body(reader)
  }
}
