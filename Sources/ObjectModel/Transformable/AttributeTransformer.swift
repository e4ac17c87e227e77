public import Foundation
internal import Synchronization

/// A conversion between the values of a transformable attribute and bytes.
///
/// ```swift
/// AttributeDescription("color", .transformable, isOptional: true, transformer: .codable(Color.self))
/// ```
///
/// A transformer belongs to one type of values. Therefore bytes from any source can decode to that type only.
/// The model stores only the transformer's name (a model that was read from a file contains nothing more):
/// ``named(_:)`` finds the transformer that the application has registered. Two transformers are equal when
/// they have the same name.
public struct AttributeTransformer: Sendable {
  /// The name of the transformer in the model.
  public let name: String
  private let encoding: @Sendable (any Sendable) throws -> Data
  private let decoding: @Sendable (Data) throws -> any Sendable

  /// Makes a transformer of values of one type.
  ///
  /// Equal values should become equal bytes: values are compared by them.
  public init<Value: Sendable>(
    _ name: String, encode: @escaping @Sendable (Value) throws -> Data,
    decode: @escaping @Sendable (Data) throws -> Value
  ) {
    self.name = name
    encoding = { value in
      guard let value = value as? Value else {
        throw TransformError.wrongType(
          transformer: name, expected: "\(Value.self)", found: "\(type(of: value))")
      }
      return try encode(value)
    }
    decoding = decode
  }

  /// Values as JSON, with sorted keys.
  ///
  /// The name does not depend on that of the type, which may change. A `Set` has no order of its own, so that
  /// setting an equal one may count as a change.
  public static func codable<Value: Codable & Sendable>(
    _ type: Value.Type, name: String = "Codable"
  ) -> AttributeTransformer {
    AttributeTransformer(name) { (value: Value) in
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return try encoder.encode(value)
    } decode: { data in
      try JSONDecoder().decode(Value.self, from: data)
    }
  }

  // MARK: By name

  private static let registered = Mutex<[String: AttributeTransformer]>([:])

  /// Makes a transformer known by its name, in place of one that had it before; from anywhere, for the whole program.
  public static func register(_ transformer: AttributeTransformer) {
    registered.withLock { $0[transformer.name] = transformer }
  }

  /// The transformer that is registered under the name when it is needed; until one is, nothing can be encoded or
  /// decoded, and bytes stay as they are.
  public static func named(_ name: String) -> AttributeTransformer {
    @Sendable func found() throws(TransformError) -> AttributeTransformer {
      guard let transformer = registered.withLock({ $0[name] }) else { throw .unknown(transformer: name) }
      return transformer
    }
    return AttributeTransformer(
      name: name, encoding: { try found().encoding($0) }, decoding: { try found().decoding($0) })
  }

  private init(
    name: String, encoding: @escaping @Sendable (any Sendable) throws -> Data,
    decoding: @escaping @Sendable (Data) throws -> any Sendable
  ) {
    self.name = name
    self.encoding = encoding
    self.decoding = decoding
  }

  // MARK: Use

  /// The bytes of a value.
  public func encode(_ value: any Sendable) throws(TransformError) -> Data {
    do {
      return try encoding(value)
    } catch let error as TransformError {
      throw error
    } catch {
      throw .notEncoded(transformer: name, cause: error)
    }
  }

  /// The value of bytes.
  public func decode(_ bytes: Data) throws(TransformError) -> any Sendable {
    do {
      return try decoding(bytes)
    } catch let error as TransformError {
      throw error
    } catch {
      throw .notDecoded(transformer: name, bytes: bytes.count, cause: error)
    }
  }
}

extension AttributeTransformer: Hashable {
  /// Transformers are equal when they have the same name.
  public static func == (left: Self, right: Self) -> Bool { left.name == right.name }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
