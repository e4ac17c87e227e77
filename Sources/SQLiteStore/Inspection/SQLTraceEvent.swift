/// A statement that has run; see ``SQLTrace``.
public struct SQLTraceEvent: Hashable, Sendable {
  /// The statement, with a `?` for each value.
  public var statement: String
  /// The statement with its values in place of the parameters; nil unless the hook asked for them
  /// (``SQLTrace/includesValues``).
  public var expandedStatement: String?
  /// The time from its first step to its end, including the time in which the caller used its rows.
  public var duration: Duration
  /// The number of rows that it returned.
  public var rows: Int
  /// The path of the file.
  public var path: String
}

extension SQLTraceEvent: CustomStringConvertible {
  /// The event in one line.
  public var description: String { "\(duration) \(rows) rows: \(expandedStatement ?? statement)" }
}
