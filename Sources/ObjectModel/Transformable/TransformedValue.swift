public import Foundation
internal import Synchronization

/// A value of a transformable attribute: its bytes in a store, and the decoded value.
///
/// Values are equal when their bytes are. The first access decodes the bytes, once for all contexts that show
/// the row.
public struct TransformedValue: Sendable {
  private let storage: Storage

  private final class Storage: Sendable {
    let encoded: Result<Data, TransformError>
    let decoded: Mutex<(any Sendable)?>

    init(_ encoded: Result<Data, TransformError>, decoded: (any Sendable)?) {
      self.encoded = encoded
      self.decoded = Mutex(decoded)
    }
  }

  /// Makes a value from the bytes in a store.
  public init(bytes: Data) { storage = Storage(.success(bytes), decoded: nil) }

  /// Encodes a value; a value that cannot be encoded is kept, and a save refuses it.
  public init(_ value: any Sendable, by transformer: AttributeTransformer) {
    let encoded = Result { () throws(TransformError) in try transformer.encode(value) }
    storage = Storage(encoded, decoded: value)
  }

  /// The bytes; none for a value that could not be encoded.
  public var bytes: Data { (try? storage.encoded.get()) ?? Data() }

  /// Why the value could not be encoded; nil when it could.
  public var defect: TransformError? {
    if case .failure(let error) = storage.encoded { error } else { nil }
  }

  /// The value, decoded if need be.
  ///
  /// Throws when the bytes are none that the transformer has written.
  public func decoded(by transformer: AttributeTransformer) throws(TransformError) -> any Sendable {
    if let known = storage.decoded.withLock({ $0 }) { return known }
    let value = try transformer.decode(bytes)
    storage.decoded.withLock { $0 = value }
    return value
  }
}

extension TransformedValue: Hashable {
  /// Values are equal when their bytes are; one that could not be encoded is equal only to itself.
  public static func == (left: Self, right: Self) -> Bool {
    if left.storage === right.storage { return true }
    guard case .success(let left) = left.storage.encoded, case .success(let right) = right.storage.encoded
    else { return false }
    return left == right
  }

  /// Hashes the bytes.
  public func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}

extension TransformedValue: CustomStringConvertible {
  /// The value if it is known, or how many bytes there are.
  public var description: String {
    storage.decoded.withLock { $0 }.map { "\($0)" } ?? "\(bytes.count) bytes"
  }
}
