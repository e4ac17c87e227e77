/// A value in an ``ObjectArchive``, as JSON has it.
public enum ArchivedValue: Hashable, Sendable {
  /// Nothing.
  case null
  /// True or false.
  case boolean(Bool)
  /// A whole number, or the identifier of an object in the archive.
  case integer(Int64)
  /// A real number.
  case real(Double)
  /// Text, and all that has no form of its own in JSON.
  case text(String)
  /// The destinations of a to-many relationship.
  case list([ArchivedValue])
  /// The unique key of an object that is not in the archive.
  case key([String: ArchivedValue])

  /// A phrase for the value, for use in a sentence.
  var phrase: String {
    switch self {
    case .null: "null"
    case .boolean(let flag): "\(flag)"
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .text(let text): "the text “\(text.prefix(40))\(text.count > 40 ? "…" : "")”"
    case .list: "a list"
    case .key: "an object"
    }
  }
}

extension ArchivedValue: Codable {
  /// Reads a value.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let flag = try? container.decode(Bool.self) {
      self = .boolean(flag)
    } else if let number = try? container.decode(Int64.self) {
      self = .integer(number)
    } else if let number = try? container.decode(Double.self) {
      self = .real(number)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let list = try? container.decode([ArchivedValue].self) {
      self = .list(list)
    } else {
      self = .key(try container.decode([String: ArchivedValue].self))
    }
  }

  /// Writes the value.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .boolean(let flag): try container.encode(flag)
    case .integer(let number): try container.encode(number)
    case .real(let number): try container.encode(number)
    case .text(let text): try container.encode(text)
    case .list(let list): try container.encode(list)
    case .key(let key): try container.encode(key)
    }
  }
}
