/// A model as a store keeps it: everything except the classes.
///
/// Absent keys have their defaults. This keeps models without rare features short, and gives keys that are
/// added later a meaning in older documents.
struct ModelDocument: Codable {
  var entities: [Entity]
  var configurations: [String: [String]]?
  var templates: [Request]?

  struct Entity: Codable {
    var name: String
    var parent: String?
    var isAbstract: Bool?
    var attributes: [Attribute]?
    var relationships: [Relationship]?
    var unique: [[String]]?
    /// As ``IndexElement/text`` writes an element.
    var indexes: [[String]]?
    var fullText: [String]?
    var fetched: [Request]?
    var facts: Facts?
  }

  /// The attributes that entities and properties share.
  struct Facts: Codable {
    var renaming: String?
    var modifier: String?
    var userInfo: [String: String]?
  }

  struct Attribute: Codable {
    var name: String
    var type: String
    var isOptional: Bool?
    /// As ``ValueText`` writes a value of the type.
    var start: String?
    var isTransient: Bool?
    var derivation: String?
    var transformer: String?
    var rules: [Rule]?
    var isExternal: Bool?
    var isPreserved: Bool?
    var facts: Facts?
  }

  struct Rule: Codable {
    var kind: Kind
    var value: String

    enum Kind: String, Codable {
      case minimum, maximum, minimumLength, maximumLength, pattern
    }
  }

  struct Relationship: Codable {
    var name: String
    var isToMany: Bool?
    var destination: String
    var inverse: String?
    var isOptional: Bool?
    var deleteRule: String
    var isOrdered: Bool?
    var minimum: Int?
    var maximum: Int?
    var facts: Facts?
  }

  /// A template or fetched property.
  struct Request: Codable {
    var name: String
    var entity: String
    var format: String?
    var order: [Order]?
    var limit: Int?
    var excludesSubentities: Bool?
    var userInfo: [String: String]?
  }

  struct Order: Codable {
    var path: String
    var isDescending: Bool?
    var comparison: Comparison?

    enum Comparison: String, Codable {
      case insensitive, natural
    }
  }
}
