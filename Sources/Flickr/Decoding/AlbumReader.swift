/// Reads the album in an answer of `flickr.photosets.getInfo`, or the gallery in one of `flickr.galleries.getInfo`.
struct AlbumReader {
  /// The album; `nil` if the answer has none with an ID.
  private(set) var record: AlbumRecord?

  /// The longest ID that is taken.
  private static let longestID = 64

  /// Reads the value of the response.
  mutating func read(_ json: inout JSONScanner) throws(JSONFault) {
    guard try json.next() == UInt8(ascii: "{") else { return try json.skip() }
    try json.enterObject()
    while let name = try json.nextName() {
      if json.isEqual(name, "photoset") || json.isEqual(name, "gallery") {
        try readAlbum(&json)
      } else {
        try json.skip()
      }
    }
  }

  private mutating func readAlbum(_ json: inout JSONScanner) throws(JSONFault) {
    guard try json.next() == UInt8(ascii: "{") else { return try json.skip() }
    var (id, album) = (String?.none, AlbumRecord(id: ""))
    try json.enterObject()
    while let name = try json.nextName() {
      if json.isEqual(name, "id") {
        id = try json.word()
      } else if json.isEqual(name, "title") {
        album.title = try json.word()
      } else if json.isEqual(name, "description") {
        album.description = try json.word()
      } else if json.isEqual(name, "owner") {
        album.ownerID = try json.word()
      } else if json.isEqual(name, "primary") || json.isEqual(name, "primary_photo_id") {
        album.cover = try json.word()
      } else {
        try json.skip()
      }
    }
    guard let id, id.utf8.count <= Self.longestID else { return }
    album.id = id
    // An album without a cover has the photo 0.
    if album.cover == "0" { album.cover = nil }
    record = album
  }
}
