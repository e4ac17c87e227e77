/// Why a value of a transformable attribute could not become bytes, or the other way round.
public enum TransformError: Error, Sendable {
  /// No transformer is registered under the name.
  case unknown(transformer: String)
  /// The value is not of the type that the transformer is for.
  case wrongType(transformer: String, expected: String, found: String)
  /// The value cannot become bytes.
  case notEncoded(transformer: String, cause: any Error)
  /// The bytes, so many of them, are none that the transformer has written; they stay where they are.
  case notDecoded(transformer: String, bytes: Int, cause: any Error)
}

extension TransformError: CustomStringConvertible {
  /// One sentence.
  public var description: String {
    switch self {
    case .unknown(let transformer):
      "no transformer is called \(transformer): register it by AttributeTransformer.register"
    case .wrongType(let transformer, let expected, let found):
      "the transformer \(transformer) is for \(expected), not for \(found)"
    case .notEncoded(let transformer, let cause):
      "the transformer \(transformer) cannot encode the value: \(cause)"
    case .notDecoded(let transformer, let bytes, let cause):
      "the transformer \(transformer) cannot decode the \(bytes) bytes that are stored: \(cause)"
    }
  }
}
