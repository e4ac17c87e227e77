/// The information about written rows that the caller of a batch needs.
public struct BatchListing: Hashable, Sendable {
  /// A Boolean value that indicates whether the outcome contains the IDs of the rows.
  public var includesIDs: Bool
  /// The maximum number of rows whose values the outcome contains.
  ///
  /// Reading the values of many rows costs more than writing them.
  public var rowLimit: Int

  /// Makes a description of the information that is needed.
  public init(includesIDs: Bool, rowLimit: Int) {
    self.includesIDs = includesIDs
    self.rowLimit = rowLimit
  }
}
