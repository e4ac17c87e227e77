import Foundation
import ObjectGraph

/// A change of the model of photos, with the SQL that an expert would type for it.
nonisolated struct MigratedModel {
  let name: String
  /// The models before and after.
  let old: ManagedObjectModel
  let new: ManagedObjectModel
  /// The statements by hand, in one transaction; names in braces are those of the old file (``OldNames``).
  let sql: String
  /// Whether the statements pass over the rows; otherwise a ratio says nothing.
  var hasWork = true
  /// Whether photos have several owners before.
  var hadMembers = false

  /// The changes that are measured.
  static func all() throws -> [MigratedModel] {
    let photos = try photos()
    let members = try Self.photos(members: true)
    return [
      MigratedModel(
        name: "attribute added, with a default", old: photos, new: try Self.photos(rank: true),
        sql: "ALTER TABLE ZPHOTO ADD COLUMN ZRANK INTEGER; UPDATE ZPHOTO SET ZRANK = 7"),
      MigratedModel(
        name: "number to text", old: photos, new: try Self.photos(size: .string),
        sql: """
          ALTER TABLE ZPHOTO ADD COLUMN ZTEXT VARCHAR; UPDATE ZPHOTO SET ZTEXT = CAST(ZSIZE AS TEXT);
          ALTER TABLE ZPHOTO DROP COLUMN ZSIZE; ALTER TABLE ZPHOTO RENAME COLUMN ZTEXT TO ZSIZE
          """),
      MigratedModel(
        name: "optional to required, with a default", old: photos,
        new: try Self.photos(noteIsOptional: false),
        sql: "UPDATE ZPHOTO SET ZNOTE = '-' WHERE ZNOTE IS NULL"),
      MigratedModel(
        name: "attribute renamed", old: photos, new: try Self.photos(title: "caption"),
        sql: "ALTER TABLE ZPHOTO RENAME COLUMN ZTITLE TO ZCAPTION", hasWork: false),
      MigratedModel(
        name: "attribute removed", old: photos, new: try Self.photos(noteIsOptional: nil),
        sql: "ALTER TABLE ZPHOTO DROP COLUMN ZNOTE"),
      MigratedModel(
        name: "to-one to many-to-many", old: photos, new: members,
        sql: """
          CREATE TABLE Z_2OWNER (Z_2PHOTOS INTEGER, Z_1OWNER INTEGER, PRIMARY KEY (Z_2PHOTOS, Z_1OWNER));
          INSERT INTO Z_2OWNER SELECT Z_PK, ZOWNER FROM ZPHOTO WHERE ZOWNER IS NOT NULL;
          CREATE INDEX Z_2OWNER_BACK ON Z_2OWNER (Z_1OWNER, Z_2PHOTOS);
          DROP INDEX {index}; ALTER TABLE ZPHOTO DROP COLUMN ZOWNER
          """),
      MigratedModel(
        name: "many-to-many to to-one", old: members, new: photos,
        sql: """
          ALTER TABLE ZPHOTO ADD COLUMN ZOWNER INTEGER;
          UPDATE ZPHOTO SET ZOWNER = (SELECT {owner} FROM {table} WHERE {photo} = ZPHOTO.Z_PK);
          CREATE INDEX OWNERS ON ZPHOTO (ZOWNER) WHERE ZOWNER IS NOT NULL; DROP TABLE {table}
          """, hadMembers: true),
    ]
  }

  private static func photos(
    title: String = "title", size: AttributeType = .integer64, noteIsOptional: Bool? = true,
    rank: Bool = false,
    members: Bool = false
  ) throws -> ManagedObjectModel {
    var attributes = [
      AttributeDescription(
        title, .string, default: .string(""), renamingIdentifier: title == "title" ? nil : "title"),
      AttributeDescription("size", size, isOptional: true),
    ]
    if let noteIsOptional {
      attributes.append(
        noteIsOptional
          ? .init("note", .string, isOptional: true) : .init("note", .string, default: .string("-")))
    }
    if rank { attributes.append(.init("rank", .integer64, default: .integer(7))) }
    return try ManagedObjectModel([
      EntityDescription(
        nil, name: "Owner", attributes: [.init("name", .string, default: .string(""))],
        relationships: [.toMany("photos", "Photo", inverse: "owner")]),
      EntityDescription(
        nil, name: "Photo", attributes: attributes,
        relationships: [
          members
            ? .toMany("owner", "Owner", inverse: "photos") : .toOne("owner", "Owner", inverse: "photos")
        ], indexes: [[IndexElement(title)]]),
    ])
  }
}
