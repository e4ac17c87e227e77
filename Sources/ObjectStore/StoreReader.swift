public import ObjectModel

/// A reader of a store, confined to the isolation of its caller.
public protocol StoreReader: AnyObject {
  /// Returns the rows with these IDs in any order; rows that are not in the store are left out.
  ///
  /// Called for each fault and each batch.
  ///
  /// - Complexity: O(*n*) in the number of IDs, whatever the size of the store.
  func rows(_ ids: [ManagedObjectID]) throws -> [Row]

  /// Returns the matching rows in the requested order, then by ID.
  func fetch(_ query: StoreQuery) throws -> [Row]

  /// Returns the rows that match each of the queries, as ``fetch(_:)`` does.
  ///
  /// The default implementation fetches one after the other. A store on a server answers to all at once.
  func fetchEach(_ queries: [StoreQuery]) throws -> [[Row]]

  /// Returns the IDs of the matching rows in the requested order, then by ID.
  func fetchIDs(_ query: StoreQuery) throws -> [ManagedObjectID]

  /// Returns the number of rows that match, within limit and offset.
  func count(_ query: StoreQuery) throws -> Int

  /// Returns the number of rows that match each of some queries.
  ///
  /// The default implementation counts one after the other. A store on another machine asks for all at once.
  func counts(_ queries: [StoreQuery]) throws -> [Int]

  /// Calls `body` for each matching row in the requested order, then by ID.
  ///
  /// Reads only the ID of each row and the values at the ends of the key paths (through to-one
  /// relationships).
  func forEach(
    _ query: StoreQuery, paths: [String], _ body: (ManagedObjectID, [PropertyValue]) throws -> Void
  ) throws

  /// Returns the columns of the matching dictionaries, in the requested order.
  ///
  /// The default implementation fetches the rows and evaluates the plan. A store that can group and compute
  /// implements the requirement.
  ///
  /// - Parameters:
  ///   - plan: The checked query.
  ///   - lookup: The rows to which relationships lead, for an evaluation in memory.
  func fetchDictionaries(_ plan: DictionaryPlan, in lookup: some RowLookup) throws -> [[PropertyValue]]

  /// Gives back memory that only makes later readings faster.
  ///
  /// Called after a reading of many rows. The default implementation does nothing.
  func releaseMemory()

  /// Runs `body`, and interrupts the reader when the current task is canceled.
  ///
  /// - Throws: `CancellationError` after a cancellation, and the errors of `body`.
  func interruptible<Result>(_ body: () throws -> Result) throws -> Result
}
