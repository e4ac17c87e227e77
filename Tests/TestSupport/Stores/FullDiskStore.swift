public import Foundation
public import ObjectGraph
import Synchronization

/// A store whose commits fail as on a full disk, as long as it is set to, or come late.
public final class FullDiskStore: PersistentStore {
  /// The error of a commit that fails.
  public static let error = StoreError.diskFull(path: "full")

  private let store: any PersistentStore
  private let fails = Mutex(false)
  private let beforeCommit = Mutex<(@Sendable () -> Void)?>(nil)

  /// Creates a store that wraps another one.
  public init(_ store: any PersistentStore) { self.store = store }

  /// A Boolean value that indicates whether each commit fails.
  public var isFull: Bool {
    get { fails.withLock { $0 } }
    set { fails.withLock { $0 = newValue } }
  }

  /// Calls `body` in the thread of the writer before the rows of the next commit are written.
  public func holdNextCommit(_ body: @escaping @Sendable () -> Void) {
    beforeCommit.withLock { $0 = body }
  }

  fileprivate func hold() {
    let body: (@Sendable () -> Void)? = beforeCommit.withLock { body in
      defer { body = nil }
      return body
    }
    body?()
  }

  /// The model of the store.
  public var model: ManagedObjectModel { store.model }
  /// The identifier of the store.
  public var identifier: UUID { store.identifier }
  /// Opens a reader of the store.
  public func makeReader() throws -> any StoreReader { try store.makeReader() }
  /// Opens a writer whose commits fail while the store is full.
  public func makeWriter() throws -> any StoreWriter { FullDiskWriter(try store.makeWriter(), self) }
}

private final class FullDiskWriter: StoreWriter {
  private let writer: any StoreWriter
  private let store: FullDiskStore

  init(_ writer: any StoreWriter, _ store: FullDiskStore) {
    (self.writer, self.store) = (writer, store)
  }

  func reserveKeys(_ count: Int, entity: EntityNumber) throws -> Range<Int64> {
    try writer.reserveKeys(count, entity: entity)
  }

  func transaction<Result>(
    _ durability: Durability, _ body: (any StoreTransaction) throws -> Result
  ) throws -> Result {
    try writer.transaction(durability) { transaction in
      store.hold()
      let result = try body(transaction)
      if store.isFull { throw FullDiskStore.error }
      return result
    }
  }
}
