import Foundation
import ObjectGraph
import Synchronization

/// A store whose transactions fail when they commit, as on a full disk, as long as they are told to.
final class FailingStore: PersistentStore {
  private let base: any PersistentStore
  /// The number of transactions that fail from now on.
  private let failures = Mutex(0)
  private let gate = Mutex<Gate?>(nil)
  private let unreadable = Mutex(false)

  init(_ base: any PersistentStore) { self.base = base }

  var identifier: UUID { base.identifier }
  var model: ManagedObjectModel { base.model }
  var isFailing: Bool {
    get { failures.withLock { $0 > 0 } }
    set { failures.withLock { $0 = newValue ? .max : 0 } }
  }

  /// A Boolean value that indicates whether no reader can be opened, as while a server is away.
  var isUnreadable: Bool {
    get { unreadable.withLock { $0 } }
    set { unreadable.withLock { $0 = newValue } }
  }

  /// Makes the next transaction fail, when a gate is open if there is one, and none after it.
  func failOnce(behind gate: Gate? = nil) {
    self.gate.withLock { $0 = gate }
    failures.withLock { $0 = 1 }
  }

  /// Returns a Boolean value that indicates whether the transaction that is about to commit fails.
  fileprivate func removeFailure() -> Bool {
    let fails = failures.withLock { count in
      guard count > 0 else { return false }
      if count < .max { count -= 1 }
      return true
    }
    if fails { gate.withLock { $0.take() }?.wait() }
    return fails
  }

  func makeReader() throws -> any StoreReader {
    if isUnreadable { throw StoreError.diskFull(path: "catalog") }
    return try base.makeReader()
  }
  func makeWriter() throws -> any StoreWriter { FailingWriter(try base.makeWriter(), store: self) }
}

private final class FailingWriter: StoreWriter {
  private let base: any StoreWriter
  private let store: FailingStore

  init(_ base: any StoreWriter, store: FailingStore) {
    self.base = base
    self.store = store
  }

  func reserveKeys(_ count: Int, entity: EntityNumber) throws -> Range<Int64> {
    try base.reserveKeys(count, entity: entity)
  }

  func transaction<Result>(
    _ durability: Durability, _ body: (any StoreTransaction) throws -> Result
  ) throws -> Result {
    try base.transaction(durability) { transaction in
      let result = try body(transaction)
      if store.removeFailure() { throw StoreError.diskFull(path: "catalog") }
      return result
    }
  }
}
