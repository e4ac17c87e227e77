/// The kind of result of a batch request.
public enum BatchResultType: Hashable, Sendable {
  /// The number of rows.
  case count
  /// The IDs of the rows, and their number.
  case objectIDs
}
