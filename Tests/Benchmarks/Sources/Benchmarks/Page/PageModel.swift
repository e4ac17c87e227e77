import Flickr
import Foundation
import ObjectGraph

/// A photo with the six values that all ways of keeping pages write.
nonisolated final class PagePhoto: ManagedObject {
  @Attribute("number") var number: String
  @Attribute("title") var title: String
  @Attribute("text") var text: String
  @Attribute("tags") var tags: String
  @Attribute("uploaded") var uploaded: Date
  @Attribute("views") var views: Int
  @ToOne("owner") var owner: PageOwner?
}

/// The owner of photos.
nonisolated final class PageOwner: ManagedObject {
  @Attribute("number") var number: String
  @Attribute("name") var name: String
  @ToMany("photos") var photos: ObjectSet<PagePhoto>
}

nonisolated extension PagePhoto {
  static func model() throws -> ManagedObjectModel {
    try ManagedObjectModel([
      EntityDescription(
        PageOwner.self, attributes: [.init("number", .string), .init("name", .string)],
        relationships: [.toMany("photos", "PagePhoto", inverse: "owner")],
        unique: [["number"]], indexes: [["name"]]),
      EntityDescription(
        PagePhoto.self,
        attributes: [
          .init("number", .string), .init("title", .string), .init("text", .string), .init("tags", .string),
          .init("uploaded", .date), .init("views", .integer64),
        ],
        relationships: [.toOne("owner", "PageOwner", inverse: "photos")],
        unique: [["number"]], indexes: [["title"]]),
    ])
  }
}

/// A photo of a page before it is in any store.
nonisolated struct PageRow: Sendable {
  var number, title, text, tags, owner, ownerName: String
  var uploaded: Date
  var views: Int

  init(_ record: PhotoRecord) {
    number = record.id
    title = record.title ?? ""
    text = record.description ?? ""
    tags = record.tags ?? ""
    owner = record.ownerID ?? ""
    ownerName = record.ownerName ?? ""
    uploaded = record.uploaded ?? Date(timeIntervalSinceReferenceDate: 0)
    views = record.views ?? 0
  }

  /// Returns the row of another photo by another owner, with the same values otherwise.
  func renamed(_ prefix: String) -> PageRow {
    var row = self
    row.number = prefix + number
    row.owner = prefix + owner
    return row
  }
}

/// A way of keeping pages.
protocol PageKeeper {
  /// Writes a page: looks up which owners and photos are known, and inserts the others, in one transaction.
  func keep(_ page: [PageRow]) async throws
  /// The number of photos.
  func count() async throws -> Int
}
