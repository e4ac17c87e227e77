public import Foundation
internal import ObjectStore

/// A value of a property list, of any type: in the metadata of a store.
///
/// Written, and read from XML, through `Codable`: in statically linked programs Foundation's `PropertyListSerialization` on
/// Linux rejects arrays (seen in Swift 6.3).
public enum PropertyListValue: Hashable, Sendable {
  /// A text.
  case string(String)
  /// A flag.
  case boolean(Bool)
  /// A whole number.
  case integer(Int)
  /// A real number.
  case real(Double)
  /// A time.
  case date(Date)
  /// Bytes.
  case data(Data)
  /// Values in an order.
  case array([PropertyListValue])
  /// Values by name.
  case dictionary([String: PropertyListValue])
}

extension PropertyListValue {
  /// The entries of a dictionary; nil for anything else.
  var entries: [String: PropertyListValue]? {
    if case .dictionary(let entries) = self { entries } else { nil }
  }
  /// The text; nil for anything else.
  var text: String? { if case .string(let text) = self { text } else { nil } }
  /// The integer; nil for anything else.
  var number: Int? { if case .integer(let number) = self { number } else { nil } }
  /// The bytes; nil for anything else.
  var bytes: Data? { if case .data(let bytes) = self { bytes } else { nil } }
}

extension PropertyListValue {
  /// Reads the value of a binary list; `nil` if it is malformed, or is no value of a property list.
  ///
  /// Foundation's decoder takes 8 million instructions more for the metadata of a library, most of them to look up types.
  ///
  /// - Precondition: The list is nested as little as ``PropertyListShape/isSafe(_:)`` demands.
  init?(binary list: BinaryPropertyList) { self.init(list.top, of: list) }

  private init?(_ place: Int, of list: BinaryPropertyList) {
    switch list[place] {
    case .string(let value): self = .string(value)
    case .boolean(let value): self = .boolean(value)
    case .integer(let value): self = .integer(Int(value))
    case .real(let value): self = .real(value)
    case .date(let value): self = .date(Date(timeIntervalSinceReferenceDate: value))
    case .data(let value): self = .data(value)
    case .array(let parts):
      var values: [PropertyListValue] = []
      for part in parts {
        guard let value = PropertyListValue(part, of: list) else { return nil }
        values.append(value)
      }
      self = .array(values)
    case .dictionary(let keys, let parts):
      var values: [String: PropertyListValue] = [:]
      for (key, part) in zip(keys, parts) {
        guard case .string(let name)? = list[key], let value = PropertyListValue(part, of: list) else {
          return nil
        }
        values[name] = value
      }
      self = .dictionary(values)
    case .null, .uid, nil: return nil
    }
  }
}

extension PropertyListValue: Codable {
  /// Decodes a value of whichever type it is.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    // Each type of a property list decodes only as itself. The most frequent types of the metadata come
    // first, because a wrong guess costs more than a right one.
    if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode(Data.self) {
      self = .data(value)
    } else if let value = try? container.decode([String: PropertyListValue].self) {
      self = .dictionary(value)
    } else if let value = try? container.decode(Int.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Bool.self) {
      self = .boolean(value)
    } else if let value = try? container.decode(Double.self) {
      self = .real(value)
    } else if let value = try? container.decode(Date.self) {
      self = .date(value)
    } else {
      self = .array(try container.decode([PropertyListValue].self))
    }
  }

  /// Encodes the value as itself.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .string(let value): try container.encode(value)
    case .boolean(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .real(let value): try container.encode(value)
    case .date(let value): try container.encode(value)
    case .data(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .dictionary(let value): try container.encode(value)
    }
  }
}
