public import ObjectModel

/// A transaction that can write the rows of a batch request as sets.
///
/// Other transactions receive the changes of a batch row by row. The caller has checked that the properties exist and can
/// be set, and that constants are valid.
public protocol BatchWriting: StoreTransaction {
  /// A Boolean value that indicates whether the history of the store needs a list of all written rows.
  var recordsRows: Bool { get }

  /// Reserves keys within the transaction; if it is rolled back, they were never used.
  ///
  /// - Precondition: `entity` is the root of its inheritance tree.
  func takeKeys(_ count: Int, entity: EntityNumber) throws -> Range<Int64>

  /// Deletes the rows that match a query, and applies the delete rules.
  ///
  /// The default implementation returns nil.
  ///
  /// - Returns: The outcome, or nil if the store cannot do it as a set and has written nothing.
  /// - Throws: A ``ValidationError`` if a delete rule forbids a deletion; the errors of the store.
  func delete(_ query: StoreQuery, listing: BatchListing) throws -> BatchOutcome?

  /// Updates the rows that match a query.
  ///
  /// The default implementation returns nil.
  ///
  /// - Returns: The outcome, or nil if the store cannot do it as a set and has written nothing.
  /// - Throws: A ``ValidationError`` if a computed value is not valid; the errors of the store.
  func update(
    _ query: StoreQuery, assigning assignments: [BatchAssignment], listing: BatchListing
  ) throws -> BatchOutcome?
}

extension BatchWriting {
  /// Returns nil.
  public func delete(_ query: StoreQuery, listing: BatchListing) throws -> BatchOutcome? { nil }

  /// Returns nil.
  public func update(
    _ query: StoreQuery, assigning assignments: [BatchAssignment], listing: BatchListing
  ) throws -> BatchOutcome? { nil }
}
