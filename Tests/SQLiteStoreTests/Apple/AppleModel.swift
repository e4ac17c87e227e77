import ObjectGraph

/// The model of ``AppleFixture``: inheritance, all kinds of relationships, derived and external attributes, all types.
enum AppleModel {
  static func descriptions() -> [EntityDescription] {
    [album, aside, keyword, media, clip, photo, person]
  }

  static func make(_ edit: (inout [EntityDescription]) -> Void = { _ in }) throws -> ManagedObjectModel {
    var entities = descriptions()
    edit(&entities)
    return try ManagedObjectModel(entities)
  }

  private static let album = EntityDescription(
    nil, name: "Album",
    attributes: [
      AttributeDescription("title", .string, isOptional: true),
      AttributeDescription("photoCount", .integer64, isOptional: true, derived: .count("photos")),
      AttributeDescription("folded", .string, isOptional: true, derived: .canonical("title")),
    ],
    relationships: [.toMany("photos", "Photo", inverse: "album", isOrdered: true)])

  /// Its number shows that the order of entities has no regard to case.
  private static let aside = EntityDescription(
    nil, name: "aside",
    attributes: [
      AttributeDescription("flag", .boolean, isOptional: true),
      AttributeDescription("small", .integer16, isOptional: true),
      AttributeDescription("amount", .decimal, isOptional: true),
      AttributeDescription("made", .date, isOptional: true),
      AttributeDescription("ratio", .float, isOptional: true),
      AttributeDescription("link", .uri, isOptional: true),
      AttributeDescription("raw", .binary, isOptional: true),
      AttributeDescription("code", .uuid, isOptional: true),
    ])

  private static let keyword = EntityDescription(
    nil, name: "Keyword", attributes: [AttributeDescription("name", .string)],
    relationships: [
      .toMany("photos", "Photo", inverse: "keywords"),
      .toMany("narrower", "Keyword", inverse: "broader", isOrdered: true),
      .toMany("broader", "Keyword", inverse: "narrower"),
    ],
    unique: [["name"]])

  private static let media = EntityDescription(
    nil, name: "Media", isAbstract: true,
    attributes: [AttributeDescription("name", .string, isOptional: true)],
    relationships: [.toMany("fans", "Person", inverse: "favorites")])

  private static let clip = EntityDescription(
    nil, name: "Clip", parent: "Media",
    attributes: [
      AttributeDescription("seconds", .double, isOptional: true),
      AttributeDescription("note", .string, isOptional: true),
    ])

  private static let photo = EntityDescription(
    nil, name: "Photo", parent: "Media",
    attributes: [
      AttributeDescription("note", .string, isOptional: true),
      AttributeDescription("image", .binary, isOptional: true, allowsExternalStorage: true),
    ],
    relationships: [
      .toOne("album", "Album", inverse: "photos"), .toMany("keywords", "Keyword", inverse: "photos"),
    ])

  private static let person = EntityDescription(
    nil, name: "Person", attributes: [AttributeDescription("name", .string)],
    relationships: [
      .toOne("best", "Media"), .toMany("favorites", "Media", inverse: "fans", isOrdered: true),
      .toOne("parent", "Person", inverse: "children"),
      .toMany("children", "Person", inverse: "parent", isOrdered: true),
    ],
    unique: [["name"]])
}
