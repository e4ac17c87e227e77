/// Why a predicate or an order of Foundation can not be fetched by.
public struct PredicateTranslationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason in one sentence.
  public let description: String

  init(_ description: String) { self.description = description }
}
