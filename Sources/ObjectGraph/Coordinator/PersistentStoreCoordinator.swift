/// Joins the contexts of a store: gives out keys and readers, and takes saves to the writer.
///
/// Can be used from anywhere.
public final class PersistentStoreCoordinator: Sendable {
  /// The store.
  public let store: any PersistentStore
  /// The model of the store.
  public let model: ObjectModel
  /// The identity of the store, as the IDs of its objects hold it (``ManagedObjectID/store``).
  public let identity: StoreIdentity
  let pending = PendingRows()
  let writer: Writer
  let keys: KeyStock
  let announcements = Announcements()
  private let reader: BackgroundReader
  private let follower: ExternalChangeFollower?

  /// Creates a coordinator for a store.
  ///
  /// Its writer is opened when there is something to write, or, to follow external changes, at once.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - followsExternalChanges: Whether what other programs commit to the store, and other coordinators of this one, is
  ///     announced like commits of this coordinator's contexts (``commits``, and
  ///     ``ManagedObjectContext/automaticallyMergesChangesFromParent``). Needs a ``SharedStore`` that can be written,
  ///     and has no effect with another.
  public init(store: any PersistentStore, followsExternalChanges: Bool = false) {
    self.store = store
    model = store.model
    identity = StoreIdentity(store.identifier)
    identity.register(model)
    writer = Writer(store: store, announcements: announcements)
    keys = KeyStock(writer: writer)
    reader = BackgroundReader(store: store)
    follower = followsExternalChanges ? writer.makeFollower() : nil
  }

  /// Reads the store off the caller's isolation, through a reader of the coordinator's own.
  ///
  /// Sees what is committed, not what was saved and is still on its way (see ``ManagedObjectContext/pendingIDs(of:)``).
  /// Readings run one after the other. Throws what `body` and the store throw.
  public func read<Result: Sendable>(
    _ body: @escaping @Sendable (any StoreReader) throws -> Result
  ) async throws -> Result {
    try await reader.read(body)
  }

  /// Returns when everything that was saved or published so far is in the store, and the main context shows it.
  ///
  /// A save that failed counts as done; ``PendingSave/committed()`` throws the reason.
  public func drain() async {
    await writer.drain()
    await adopted()
  }

  /// Looks for what other programs have committed, and returns when the main context shows it.
  ///
  /// A coordinator that follows external changes does so about twice a second. Does nothing in another one.
  /// - Throws: What the store throws; the changes are looked for again later.
  /// - Complexity: O(rows of the store), off the caller's isolation, if another program has committed.
  public func mergeExternalChanges() async throws {
    try await follower?.look()
    await adopted()
  }

  /// Every commit from now on, of all contexts, in the order of the commits; also those of other programs, if they are
  /// followed (``CommitReport/isExternal``).
  ///
  /// What a context saves into its parent is no commit. Commits wait in the sequence until they are asked for.
  public var commits: AsyncStream<CommitReport> { announcements.stream() }

  /// Sees to it that `count` objects of the class can be inserted without waiting for the store.
  ///
  /// An object has its permanent ID from its insertion on (there is nothing like Core Data's
  /// `obtainPermanentIDs(for:)` to be done); IDs are reserved in the background, a few at first and more as more are
  /// used. Only who inserts very many at once, on the main actor, may want to ask before. Throws what the store throws.
  public func reserveIDs(for objectClass: ManagedObject.Type, count: Int) async throws {
    try await keys.reserve(count, entity: model.root(of: model.number(of: objectClass)))
  }

  /// Sees to it that `count` objects of the entity can be inserted without waiting for the store; see
  /// ``reserveIDs(for:count:)``.
  public func reserveIDs(forEntityNamed name: String, count: Int) async throws {
    let number = model.number(ofEntity: name, class: ManagedObject.self)
    try await keys.reserve(count, entity: model.root(of: number))
  }

  /// Waits until the writer has finished the commits that it was handed so far, if there are any, for up to 10
  /// seconds; the writer goes on after that.
  func waitForCommits() {
    guard ExitGuard.shared.commits(of: writer) > 0 else { return }
    _ = writer.wait(until: .now + .seconds(10))
  }

  /// Ends the program with a message unless an ID belongs to this store.
  func requireOwn(_ id: ManagedObjectID) {
    require(id.store == identity, FetchError.objectOfOtherStore(id).description)
  }

  /// Returns when the main context shows what was committed so far.
  func adopted() async { await announcements.adopted() }
}

/// The isolation of the coordinator's own reader.
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
