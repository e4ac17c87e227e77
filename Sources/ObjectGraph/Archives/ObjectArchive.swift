public import Foundation

/// Objects as values in a documented form, for files and other programs.
///
/// ```swift
/// let data = try context.archive(photos).json()
/// let imported = try context.importObjects(from: ObjectArchive(json: data))
/// ```
///
/// The form in JSON, which is stable:
///
/// ```json
/// {
///   "format": 1,
///   "objects": [
///     { "@entity": "Painter", "@id": 1, "name": "Ann" },
///     { "@entity": "Painting", "@id": 2, "title": "Sea", "painter": 1, "place": { "name": "Oslo" } }
///   ]
/// }
/// ```
///
/// - `@id` identifies an object within the archive. It means nothing in a store.
/// - An integer, a real number and a truth value are those of JSON; infinity, and a zero with a minus sign, are texts. Text is
///   text. A date is `2024-02-29T12:30:05.25Z`, or the seconds since 2001 where that would lose a digit. Data and transformable values are in
///   Base64, and UUIDs, addresses and decimal numbers are texts. An attribute without a value is `null`.
/// - A to-one relationship is the `@id` of an object in the archive, or the unique key of an object that is not in it: its
///   attributes by name. A to-many relationship is a list of these, in its order if it has one.
/// - A relationship is in the archive once: a to-many relationship whose inverse leads to one object is left out, and so is
///   one of two to-many relationships that are each other's inverse. An import accepts both.
/// - Derived and transient attributes are left out.
///
/// The type is `Codable`: an encoder and a decoder other than those of JSON can be used.
public struct ObjectArchive: Hashable, Sendable {
  /// The number of the form that this version reads and writes.
  public static let format = 1

  /// The objects, in an export sorted by entity, then by ID.
  public var objects: [ArchivedObject]

  /// Makes an archive.
  public init(_ objects: [ArchivedObject] = []) { self.objects = objects }
}

extension ObjectArchive: Codable {
  private enum CodingKeys: String, CodingKey {
    case format, objects
  }

  /// Reads an archive.
  ///
  /// - Throws: ``ArchiveError`` for another format, and the errors of the decoder.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let format = try container.decode(Int.self, forKey: .format)
    guard format == Self.format else {
      throw ArchiveError(
        path: "format",
        reason: "it is \(format), and this version reads \(Self.format): export the objects again")
    }
    objects = try container.decode([ArchivedObject].self, forKey: .objects)
  }

  /// Writes the archive.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(Self.format, forKey: .format)
    try container.encode(objects, forKey: .objects)
  }
}

extension ObjectArchive {
  /// Reads an archive from JSON.
  ///
  /// - Throws: ``ArchiveError`` with the path of what is wrong.
  public init(json: Data) throws {
    do {
      self = try JSONDecoder().decode(ObjectArchive.self, from: json)
    } catch let error as DecodingError {
      throw ArchiveError(error)
    }
  }

  /// Returns the archive as JSON, with sorted keys: equal archives give equal bytes.
  ///
  /// - Throws: The errors of the encoder.
  public func json() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(self)
  }
}
