internal import Foundation

/// Reads one item of a feed (https://www.flickr.com/services/feeds/docs/photos_public/), which has no ID
/// field.
struct FeedItemReader {
  private var record = PhotoRecord(id: "")
  private var link = ""
  private var image = ""

  private enum Field { case title, link, media, taken, description, published, author, authorID, tags }

  private static let fields = NameTable<Field>([
    ("title", .title), ("link", .link), ("media", .media), ("date_taken", .taken),
    ("description", .description), ("published", .published), ("author", .author), ("author_id", .authorID),
    ("tags", .tags),
  ])

  /// Reads the object of an item.
  mutating func read(_ json: inout JSONScanner) throws(JSONFault) {
    try json.enterObject()
    while let name = try json.nextName() {
      guard let field = json.meaning(of: name, in: Self.fields) else {
        try json.skip()
        continue
      }
      try read(field, &json)
    }
  }

  private mutating func read(_ field: Field, _ json: inout JSONScanner) throws(JSONFault) {
    switch field {
    case .title: record.title = try json.text()
    case .link: link = try json.text() ?? ""
    case .media: try readMedia(&json)
    case .taken:
      // The offset is always the same and has no meaning: this is the owner's local time.
      record.taken = try json.text().flatMap(FlickrTime.local).map { TakenDate(localTime: $0) }
    case .description: record.description = try json.text().map(FeedText.description)
    case .published: record.uploaded = try json.text().flatMap(FlickrTime.iso8601)
    case .author: record.ownerName = try json.text().flatMap(FeedText.authorName)
    case .authorID: record.ownerID = try json.word()
    case .tags: record.tags = try json.text()
    }
  }

  private mutating func readMedia(_ json: inout JSONScanner) throws(JSONFault) {
    guard try json.next() == UInt8(ascii: "{") else { return try json.skip() }
    try json.enterObject()
    while let name = try json.nextName() {
      if json.isEqual(name, "m") { image = try json.text() ?? "" } else { try json.skip() }
    }
  }

  /// Returns the parts between the slashes; found in bytes, because characters take several times as long.
  private static func parts(of address: String) -> [Substring] {
    address.utf8.split(separator: UInt8(ascii: "/")).map { Substring($0) }
  }

  /// Returns the photo; `nil` if neither the link nor the image contains its ID.
  func finish() -> PhotoRecord? {
    var record = record
    let page = Self.parts(of: link).drop { $0 != "photos" }.dropFirst().prefix(2).map(String.init)
    let path = Self.parts(of: image).suffix(2).map(String.init)
    // …/SERVER/ID_SECRET_m.jpg
    let file = (path.last ?? "").split(separator: "_", omittingEmptySubsequences: false).map(String.init)
    record.id = page.count == 2 ? page[1] : file[0]
    record.isFeedItem = true
    guard PhotoID.isValid(record.id) else { return nil }
    if let owner = page.first, page.count == 2, owner != record.ownerID {
      if owner.contains("@") { record.ownerID = record.ownerID ?? owner } else { record.pathAlias = owner }
    }
    if path.count == 2, file.count == 3, file[0] == record.id {
      record.server = path[0]
      record.secret = file[1]
    }
    if !image.isEmpty { record.renditions = [Rendition(suffix: "s", url: image)] }
    return record
  }
}
