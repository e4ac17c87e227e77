/// A syntax error in a predicate format, with its position.
public struct PredicateSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The column of the format, from 1, counted in Unicode scalars.
  public let column: Int
  /// The error, as the rest of a sentence.
  public let reason: String

  /// The place and the reason in one sentence.
  public var description: String { "column \(column) of the predicate: \(reason)" }
}
