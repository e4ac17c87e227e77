import Testing
import Transfer

@testable import Flickr

@Suite("Descriptions of albums")
struct AlbumReaderTests {
  private func album(_ text: String) throws -> AlbumRecord? {
    let bytes = [UInt8](text.utf8)
    var reader = AlbumReader()
    try bytes.withUnsafeBufferPointer { bytes in
      var json = JSONScanner(bytes)
      try reader.read(&json)
    }
    return reader.record
  }

  @Test("An album and a gallery are read with their texts, owner and cover")
  func reading() throws {
    let album = try album(
      #"""
      {"photoset":{"id":"7215","owner":"1@N00","primary":"53","secret":"x","photos":2,"title":{"_content":"Sea & sand"},
      "description":{"_content":"By <b>the<\/b> sea"},"count_views":"20"},"stat":"ok"}
      """#)
    #expect(album?.id == "7215" && album?.ownerID == "1@N00" && album?.cover == "53")
    #expect(album?.title == "Sea & sand" && album?.description == "By <b>the</b> sea")
    let gallery = try self.album(
      #"{"gallery":{"id":"6-72","owner":"2@N00","primary_photo_id":"7","title":{"_content":"Best"}}}"#)
    #expect(gallery?.id == "6-72" && gallery?.cover == "7" && gallery?.title == "Best")
    #expect(gallery?.description == nil)
  }

  @Test(
    "What is no album is not one",
    arguments: [
      "{}", "[]", "7", #"{"photoset": []}"#, #"{"photoset": {"title": "x"}}"#, #"{"photos": {"id": "1"}}"#,
      #"{"photoset": {"id": ""}}"#,
    ])
  func others(text: String) throws { #expect(try album(text) == nil) }

  @Test("An album without a cover has none")
  func withoutCover() throws {
    #expect(try album(#"{"photoset":{"id":"1","primary":"0"}}"#) == AlbumRecord(id: "1"))
  }
}
