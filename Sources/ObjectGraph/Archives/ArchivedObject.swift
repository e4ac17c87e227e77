/// An object in an ``ObjectArchive``.
public struct ArchivedObject: Hashable, Sendable {
  /// The name of the entity.
  public var entity: String
  /// The identifier within the archive.
  public var id: Int
  /// The values of attributes and relationships by name; properties that are not named keep their values in an import.
  public var values: [String: ArchivedValue]

  /// Makes an object.
  public init(entity: String, id: Int, values: [String: ArchivedValue]) {
    (self.entity, self.id, self.values) = (entity, id, values)
  }
}

extension ArchivedObject: Codable {
  private struct Key: CodingKey {
    static let entity = Key(stringValue: "@entity")
    static let id = Key(stringValue: "@id")

    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// Reads an object.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    entity = try container.decode(String.self, forKey: .entity)
    id = try container.decode(Int.self, forKey: .id)
    values = [:]
    for key in container.allKeys where key.stringValue != "@entity" && key.stringValue != "@id" {
      values[key.stringValue] = try container.decode(ArchivedValue.self, forKey: key)
    }
  }

  /// Writes the object.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(entity, forKey: .entity)
    try container.encode(id, forKey: .id)
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      try container.encode(value, forKey: Key(stringValue: name))
    }
  }
}
