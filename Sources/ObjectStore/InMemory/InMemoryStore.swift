public import Foundation
public import ObjectModel
internal import Synchronization

/// A store that lives as long as the program: for tests, previews, and temporary data.
///
/// It has the same semantics as a store on disk: the same predicates, orders, conflicts and uniqueness. A
/// reader sees the last committed transaction and never waits for the current one, which works on a copy: a
/// transaction costs O(*n*) in the rows of the entities that it writes. Fetching by ID, by a reference or by
/// a unique value examines only the rows that can match; any other fetch examines all rows of the entity.
public final class InMemoryStore: PersistentStore {
  /// The identifier of the store.
  public let identifier: UUID
  /// The model of its rows.
  public let model: ManagedObjectModel
  private let committed: Mutex<InMemoryRows>
  /// A lock that the current transaction holds; readers never acquire it.
  private let writing = NSLock()

  /// Makes a store of rows that come from elsewhere.
  init(_ rows: InMemoryRows) {
    model = rows.model
    identifier = rows.store.identifier
    committed = Mutex(rows)
  }

  /// Creates an empty store.
  ///
  /// - Parameters:
  ///   - model: The model by which its rows are laid out.
  ///   - identifier: The identifier of the store. Object IDs hold it: choose the same for two stores only if they have the
  ///     same rows (``StoreIdentity``).
  ///   - keepsHistory: A Boolean value that indicates whether the store keeps a history of its commits, in memory as
  ///     well. A commit then also costs O(*n*) in the number of transactions in the history: purge it.
  public init(model: ManagedObjectModel, identifier: UUID = UUID(), keepsHistory: Bool = false) {
    self.model = model
    self.identifier = identifier
    var rows = InMemoryRows(model: model, store: StoreIdentity(identifier))
    if keepsHistory { rows.history = InMemoryHistory(store: identifier, model: model) }
    committed = Mutex(rows)
  }

  /// Opens another way in for reading; throws nothing.
  public func makeReader() -> any StoreReader { InMemoryReader(store: self) }

  /// Opens the way in for writing; throws nothing.
  public func makeWriter() -> any StoreWriter { InMemoryWriter(store: self) }

  /// The state after the last transaction.
  var rows: InMemoryRows { committed.withLock { $0 } }

  /// Replaces the state with the result of `body`, unless it throws; calls are serialized.
  func write<Result>(_ body: (inout InMemoryRows) throws -> Result) rethrows -> Result {
    writing.lock()
    defer { writing.unlock() }
    var rows = rows
    let result = try body(&rows)
    committed.withLock { $0 = rows }
    return result
  }
}
