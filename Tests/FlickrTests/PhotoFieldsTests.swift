import Flickr
import Foundation
import TestSupport
import Testing

@Suite("A photo of a list")
struct PhotoFieldsTests {
  /// The photo with those members beside its id.
  private func photo(_ members: String) throws -> PhotoRecord {
    let page = try decode(#"{"photos":{"photo":[{"id":"1",\#(members)}]}}"#)
    return try #require(page.records.first)
  }

  @Test(
    "No photo of a page has the ID of a photo that came from a file",
    arguments: ["file:1", "file:0a1b/2", ":", "a:b"])
  func fileID(id: String) throws {
    let page = try decode(#"{"photos":{"photo":[{"id":"\#(id)","url_o":"file:///etc/passwd"},{"id":"1"}]}}"#)
    #expect(page.records.map(\.id) == ["1"] && page.skipped == 1)
  }

  @Test("has all that its extras say")
  func allExtras() throws {
    var source = LoopbackPhoto(id: "52", title: "Ä “b” / 🎞\n", ownerID: "5@N01", ownerName: "Zoë ☆")
    source.description = "See <a href=\"https://x.org/\">this</a>"
    source.place = (latitude: -33.5, longitude: 151.25)
    source.pathAlias = "zoe"
    source.views = 1_234
    var style = FlickrAnswers.Style()
    for variant in 0..<8 {
      style.countsAsStrings = variant & 1 != 0
      style.textAsNumbers = variant & 2 != 0
      style.escapesUnicode = variant & 4 != 0
      let page = try decode(FlickrAnswers.page(3, pages: 9, photos: [source], style: style))
      #expect(page.page == 3 && page.pages == 9 && page.perPage == 250 && page.total == 1)
      let photo = try #require(page.records.first)
      #expect(photo.id == "52" && photo.title == source.title && photo.description == source.description)
      #expect(photo.ownerID == "5@N01" && photo.ownerName == "Zoë ☆" && photo.pathAlias == "zoe")
      #expect(photo.uploaded == Date(timeIntervalSince1970: 1_700_000_000))
      #expect(photo.lastUpdate == Date(timeIntervalSince1970: 1_700_000_060))
      #expect(photo.taken == TakenDate(localTime: "2023-11-14 22:13:20"))
      #expect(photo.tags == "one two" && photo.views == 1_234 && photo.license == "4")
      #expect(photo.latitude == -33.5 && photo.longitude == 151.25)
      #expect(photo.media == "photo" && photo.secret == "0a1b2c3d4e" && photo.server == "65535")
      #expect(photo.renditions.map(\.suffix) == ["sq", "q", "t", "s", "n", "w", "m", "z", "c", "l"])
      let small = Rendition(
        suffix: "s", url: "https://live.staticflickr.com/65535/52_0a1b2c3d4e_m.jpg", width: 240, height: 160)
      #expect(photo.rendition("s") == small)
      #expect(photo.rendition("o") == nil)
    }
  }

  @Test("says nothing of what its answer does not say")
  func absent() throws {
    let photo = try photo(#""farm":1"#)
    #expect(photo == PhotoRecord(id: "1"))
    #expect(photo.pageURL == nil && photo.displayTitle == "Unknown" && photo.subtitle.isEmpty)
  }

  @Test("loses a strange field and nothing else")
  func strangeFields() throws {
    let photo = try photo(
      #"""
      "title":["x"],"description":{"_content":{"a":1}},"owner":true,"ownername":{},"secret":false,"server":[1,2],
      "license":null,"dateupload":"soon","lastupdate":-5,"datetaken":"yesterday","datetakengranularity":{},
      "tags":[],"views":"many","latitude":"north","longitude":7,"accuracy":"x","pathalias":"","media":{"m":"x"},
      "url_s":null,"width_s":1,"url_m":"u","width_m":"wide","height_m":{"_content":"9"},"url_":"u","url_abcde":"u"
      """#)
    var expected = PhotoRecord(id: "1")
    expected.renditions = [Rendition(suffix: "m", url: "u", width: nil, height: 9)]
    #expect(photo == expected)
  }

  @Test("may have a plain description, and wrapped texts")
  func contentForms() throws {
    #expect(try photo(#""description":"plain""#).description == "plain")
    #expect(try photo(#""title":{"_content":"T","x":[{}]}"#).title == "T")
    #expect(try photo(#""title":12.50"#).title == "12.50")
    #expect(try photo(#""description":{"_content":""}"#).description?.isEmpty == true)
  }

  @Test(
    "has a place only where one is meant",
    arguments: [
      (#""latitude":0,"longitude":0,"accuracy":0"#, false),
      (#""latitude":"0","longitude":"0","accuracy":"16""#, false),
      (#""latitude":1.5,"longitude":2,"accuracy":0"#, false), (#""latitude":1.5,"longitude":2"#, true),
      (#""latitude":0,"longitude":"-2.5","accuracy":"16""#, true), (#""latitude":1"#, false),
      (#""latitude":91,"longitude":2"#, false), (#""latitude":1,"longitude":1e300"#, false),
      (#""latitude":1,"longitude":1e999"#, false),
    ])
  func places(members: String, isMeant: Bool) throws {
    let photo = try photo(members)
    #expect((photo.latitude != nil) == isMeant)
    #expect((photo.longitude != nil) == isMeant)
  }

  @Test(
    "has whole numbers in all their forms",
    arguments: [
      ("5", 5), (#""5""#, 5), (#"" 5 ""#, 5), ("5.0", 5), ("5e2", 500), ("-5", -5), ("5.5", nil),
      (#""5.0""#, nil),
      (#""""#, nil), (#""-""#, nil), ("99999999999999999999", nil), (#""99999999999999999999""#, nil),
      (#"{"_content":"5"}"#, 5), ("null", nil), ("true", nil),
    ])
  func integers(value: String, number: Int?) throws {
    #expect(try photo(#""views":\#(value)"#).views == number)
  }

  @Test("keeps times that its owner made up, as far as a calendar goes")
  func times() throws {
    #expect(try photo(#""dateupload":"2013""#).uploaded == Date(timeIntervalSince1970: 2_013))
    #expect(try photo(#""dateupload":"999999999999999999""#).uploaded == nil)
    for zero in ["0000-01-01 00:00:00", "0000-00-00 00:00:00"] {
      let taken = try photo(#""datetaken":"\#(zero)""#).taken
      #expect(taken?.localTime == zero && taken?.isUnknown == true)
    }
    for text in ["2024-99-99 99:99:99", "2023-02-29 10:00:00", "2024-01-31 24:00:00", "2024-04-31 10:00:00"] {
      #expect(try photo(#""datetaken":"\#(text)""#).taken == nil)
    }
    for text in ["2024-02-29 23:59:60", "0001-12-31 00:00:00"] {
      #expect(try photo(#""datetaken":"\#(text)""#).taken?.localTime == text)
    }
    let taken = #""datetaken":"2013-10-05 20:30:27""#
    #expect(try photo(taken + #","datetakengranularity":"8""#).taken?.granularity == 8)
    #expect(try photo(taken + #","datetakenunknown":1"#).taken?.isUnknown == true)
  }

  @Test("gathers its images in any order")
  func renditions() throws {
    let photo = try photo(
      #""width_z":"640","url_k":"K","height_z":480,"url_z":"Z","width_3k":3072,"url_6k":"6""#)
    #expect(
      photo.renditions == [
        Rendition(suffix: "z", url: "Z", width: 640, height: 480), Rendition(suffix: "k", url: "K"),
        Rendition(suffix: "6k", url: "6"),
      ])
  }

  @Test("A photo of a list keeps unknown licenses", arguments: ["99", "-1", "cc-by-5.0"])
  func licenses(license: String) throws {
    #expect(try photo(#""license":"\#(license)""#).license == license)
    if let number = Int(license) { #expect(try photo(#""license":\#(number)"#).license == license) }
  }

  @Test("survives a round through Codable")
  func codable() throws {
    let page = try decode(FlickrAnswers.page(photos: FlickrAnswers.photos(5)))
    let data = try JSONEncoder().encode(page.records)
    #expect(try JSONDecoder().decode([PhotoRecord].self, from: data) == page.records)
  }
}
