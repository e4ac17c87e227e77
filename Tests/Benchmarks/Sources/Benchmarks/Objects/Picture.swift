import Foundation
import ObjectGraph

/// What is written and read in all ways: like the photos of a photo service.
nonisolated final class Picture: ManagedObject {
  @Attribute("number") var number: String
  @Attribute("title") var title: String
  @Attribute("text") var text: String?
  @Attribute("tags") var tags: String
  @Attribute("uploaded") var uploaded: Date
  @Attribute("taken") var taken: Date?
  @Attribute("views") var views: Int
  @Attribute("isFavourite") var isFavourite: Bool
  @Attribute("rating") var rating: Double
  @ToOne("author") var author: Author?
}

/// Whose pictures they are.
nonisolated final class Author: ManagedObject {
  @Attribute("name") var name: String
  @ToMany("pictures") var pictures: ObjectSet<Picture>
}

extension Picture {
  nonisolated static func model() throws -> ManagedObjectModel {
    try ManagedObjectModel([
      EntityDescription(
        Author.self, attributes: [.init("name", .string)],
        relationships: [.toMany("pictures", "Picture", inverse: "author")]),
      EntityDescription(
        Picture.self,
        attributes: [
          .init("number", .string), .init("title", .string), .init("text", .string, isOptional: true),
          .init("tags", .string), .init("uploaded", .date), .init("taken", .date, isOptional: true),
          .init("views", .integer64), .init("isFavourite", .boolean), .init("rating", .double),
        ],
        relationships: [.toOne("author", "Author", inverse: "pictures")],
        unique: [["number"]], indexes: [["title"]]),
    ])
  }
}
