import Synchronization

/// Joins the contexts of a store: gives out keys and readers, and takes saves to the writer.
///
/// Can be used from anywhere.
public final class PersistentStoreCoordinator: Sendable {
  /// The store.
  public let store: any PersistentStore
  let pending = PendingRows()
  let writer: Writer
  let keys: KeyStock
  private let reader: BackgroundReader
  private let followers = Mutex<[@Sendable (CommitReport) async -> Void]>([])
  /// The last commit that is being taken over; it waits for those before it.
  private let lastAdoption = Mutex<Task<Void, Never>?>(nil)

  /// Makes a coordinator for a store; its writer is opened when there is something to write.
  public init(store: any PersistentStore) {
    self.store = store
    writer = Writer(store: store)
    keys = KeyStock(writer: writer)
    reader = BackgroundReader(store: store)
  }

  /// The model of the store.
  public var model: ObjectModel { store.model }

  /// Reads the store off the caller's isolation, through a reader of the coordinator's own.
  ///
  /// Sees what is committed, not what was saved and is still on its way (see ``ManagedObjectContext/pendingIDs(of:)``).
  /// Readings run one after the other.
  public func read<Result: Sendable>(
    _ body: @escaping @Sendable (any StoreReader) throws -> Result
  ) async throws -> Result {
    try await reader.read(body)
  }

  /// Returns when everything saved so far is in the store, and the main context shows it.
  public func drain() async {
    await writer.drain()
    await adopted()
  }

  /// Calls `follower` with every commit of a worker.
  func adopt(_ follower: @escaping @Sendable (CommitReport) async -> Void) {
    followers.withLock { $0.append(follower) }
  }

  /// Lets everybody take over what a worker committed, one commit after the other.
  func announce(_ report: CommitReport) {
    guard !report.isEmpty else { return }
    let followers = followers.withLock { $0 }
    lastAdoption.withLock { last in
      let previous = last
      last = Task {
        await previous?.value
        for follower in followers { await follower(report) }
      }
    }
  }

  /// Returns when what was announced so far has been taken over.
  func adopted() async { await lastAdoption.withLock { $0 }?.value }
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
