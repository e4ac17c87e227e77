public import Foundation
public import ObjectModel

/// A store of rows, as a coordinator uses it.
///
/// ``InMemoryStore``, ``AtomicStore`` (binary, XML, or a custom format, which is less work) and `SQLiteStore`
/// are stores. A custom store implements this protocol, ``StoreReader``, ``StoreWriter`` and
/// ``StoreTransaction``, and must meet the following requirements. The conformance tests of ObjectGraph check
/// each requirement by an example, and run on any store.
///
/// **Rows.** A ``Row`` has one value for each slot of its entity: a value of the attribute's type, a
/// reference, or null. The values read equal the values written; a store must document what it cannot keep
/// exactly. A row that refers to a missing row is kept as it is. A store enforces no rules of the model other
/// than uniqueness: required values, delete rules and inverses are checked before.
///
/// **IDs.** The IDs of all rows and references that a store returns contain its ``StoreIdentity``, which is
/// made from its ``identifier``. A store may assume the same of the IDs that it receives: contexts and
/// coordinators refuse others.
///
/// **Keys.** A key is greater than 0, unique among the rows of its entity, and never reused: neither after
/// the row was deleted nor after the store was reopened, unless it was only reserved and never written.
///
/// **Versions.** A row that is inserted at version 0 gets version 1. Each update increments the version.
/// Updates and deletions name the version that the caller knows. If the store has another version, the
/// outcome is ``WriteOutcome/stale``. This is no error: the transaction continues.
///
/// **Uniqueness.** No two rows have the same values in all slots of a uniqueness constraint, compared as
/// columns store them. Rows with null in one of these slots are never compared. A row that would violate a
/// constraint is a ``WriteOutcome/duplicate`` and is not written; the transaction continues.
///
/// **Isolation.** A store is used concurrently from any isolation; each reader, and the writer, by one
/// isolation at a time. A reader never waits for the writer. Each query is answered from one committed state:
/// the last one, or for a ``SnapshotReader`` the one that it holds. A transaction sees its own writes. If
/// there are two writers, one waits for the other. Where waiting is impossible, as with another program, the
/// later save fails and nothing is lost.
///
/// **Queries.** Predicates and orders mean what ``FetchPredicate/matches(_:in:)`` and ``FetchOrder`` define,
/// for all values. A query that does not fit the entity is refused with a ``FetchError``. A store without a
/// query engine loads rows and uses ``StoreQuery/rows(among:in:)``.
///
/// **Errors.** Any method may throw any error. It reaches the caller that fetched or saved, with its cause.
/// An error within a transaction discards all of its writes. No file and no value that a store reads may
/// trap.
public protocol PersistentStore: Sendable {
  /// The identifier of the store (`Z_UUID`), which never changes.
  var identifier: UUID { get }

  /// The model that defines the layout of the rows.
  var model: ManagedObjectModel { get }

  /// A Boolean value that indicates whether a reading waits for another machine.
  ///
  /// The default is `false`. It decides about ``ManagedObjectContext/withoutWaiting(_:)``.
  var isRemote: Bool { get }

  /// Opens a new reader.
  func makeReader() throws -> any StoreReader

  /// Opens the writer; each coordinator calls this once.
  func makeWriter() throws -> any StoreWriter
}

extension PersistentStore {
  /// Returns `false`.
  public var isRemote: Bool { false }
}
