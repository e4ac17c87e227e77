import Flickr
import Foundation
import Testing

@Suite("A hostile answer", .timeLimit(.minutes(10)))
struct HostileAnswersTests {
  private func page(_ members: String) throws -> PhotoPage {
    try decode(#"{"photos":{"photo":[{"id":"1",\#(members)},{"id":"2"}]}}"#)
  }

  @Test("with more photos than any page has is refused with a reason, not kept")
  func manyPhotos() throws {
    let photos = String(repeating: #"{"id":"1"},"#, count: PhotoPageDecoder.mostPhotos)
    let most = try decode(#"{"photos":{"photo":[\#(photos.dropLast())]}}"#)
    #expect(most.records.count == PhotoPageDecoder.mostPhotos)
    let error = try #require(throws: FlickrError.self) {
      try decode(#"{"photos":{"photo":[\#(photos){"id":"2"}]}}"#)
    }
    #expect(error == .tooManyPhotos(limit: 50_000))
    #expect(error.description == "The answer lists more than 50000 photos; no page of Flickr's does.")
  }

  @Test("with images without number takes no longer than one with words that mean nothing")
  func manyRenditions() throws {
    // Looked up one by one among all before, these would take minutes.
    let letters = Array("abcdefghijklmnopqrstuvwxyz")
    let suffixes = letters.flatMap { a in letters.flatMap { b in letters.map { c in "\(a)\(b)\(c)" } } }
    let members = suffixes.flatMap { suffix in (0..<3).map { #""url_\#(suffix)\#($0)":"u""# } }
    let page = try page(members.joined(separator: ","))
    #expect(page.records.map(\.id) == ["1", "2"])
    #expect(page.records[0].renditions.count == 64)
  }

  @Test("with tags without number keeps some")
  func manyTags() throws {
    let page = try page(#""tags":{"tag":["# + String(repeating: #""a","#, count: 20_000) + #""b"]}"#)
    #expect(page.records[0].tagWords.count == 1_000)
  }

  @Test(
    "with numbers of any length loses the number",
    arguments: ["views", "dateupload", "latitude", "width_s", "accuracy", "license"])
  func longNumbers(name: String) throws {
    let digits = String(repeating: "9", count: 200_000)
    for value in [digits, "-" + digits, "1e" + digits, "0." + digits, "\"\(digits)\"", "1e-" + digits] {
      #expect(try page(#""\#(name)":\#(value)"#).records.count == 2)
    }
  }

  @Test("with texts of any length is read in one pass")
  func longTexts() throws {
    let text = String(repeating: #"\u00e4<p>&amp;\"("#, count: 50_000)
    let record = try page(#""title":"\#(text)","description":{"_content":"\#(text)"}"#).records[0]
    #expect(!record.displayTitle.isEmpty && !record.subtitle.isEmpty)
    let item = #"{"items":[{"link":"/photos/a/1/","description":"\#(text)","author":"\#(text)"}]}"#
    #expect(try decode(item).records.count == 1)
  }
}
