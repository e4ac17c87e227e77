/// What keeps a format from being a predicate, and where.
public struct PredicateSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The column of the format, from 1, counted in characters.
  public let column: Int
  /// What is wrong there, as the rest of a sentence.
  public let reason: String

  /// The place and the reason in one sentence.
  public var description: String { "column \(column) of the predicate: \(reason)" }
}
