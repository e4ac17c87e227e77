import Flickr
import Foundation
import TestSupport
import Testing

@Suite("A feed")
struct FeedTests {
  private func item(_ members: String) throws -> PhotoRecord? {
    try decode(#"jsonFlickrFeed({"title":"Uploads","items":[{\#(members)}]})"#).records.first
  }

  @Test("has photos with ids, owners, dates and texts")
  func wholeItem() throws {
    let photo = try #require(
      try item(
        #"""
        "title":"Tom\'s","link":"https:\/\/www.flickr.com\/photos\/1@N02\/320\/",
        "media":{"m":"https:\/\/farm1.staticflickr.com\/651\/320_cb57_m.jpg"},
        "date_taken":"2017-01-21T11:32:12-08:00","published":"2017-01-21T16:12:09Z",
        "description":" <p><a href=\"https:\/\/www.flickr.com\/people\/1@N02\/\">Ann<\/a> posted a photo:<\/p> <p><a
        href=\"https:\/\/x\"><img src=\"y\" width=\"240\" alt=\"z\" \/><\/a><\/p> <p>Some <b>text<\/b> &amp; more<\/p> ",
        "author":"nobody@flickr.com (\"Ann (B)\")","author_id":"1@N02","tags":"a b"
        """#))
    #expect(photo.id == "320" && photo.title == "Tom's")
    #expect(photo.ownerID == "1@N02" && photo.ownerName == "Ann (B)" && photo.pathAlias == nil)
    #expect(photo.description == "Some <b>text</b> &amp; more")
    #expect(photo.subtitle == "Some text & more")
    #expect(photo.uploaded == Date(timeIntervalSince1970: 1_485_015_129))
    #expect(photo.taken == TakenDate(localTime: "2017-01-21 11:32:12"))
    #expect(photo.tags == "a b" && photo.server == "651" && photo.secret == "cb57")
    let image = "https://farm1.staticflickr.com/651/320_cb57_m.jpg"
    #expect(photo.renditions == [Rendition(suffix: "s", url: image)])
    #expect(photo.isFeedItem == true)
  }

  @Test("has no date when it has the zeros that stand for none")
  func noDate() throws {
    let photo = try item(#""link":"/photos/a/1/","date_taken":"0000-01-01T00:00:00-08:00""#)
    #expect(photo?.taken?.isUnknown == true)
  }

  @Test("reads back what was written in its shape")
  func written() throws {
    var photos = FlickrAnswers.photos(20)
    photos[0].title = ""
    photos[1].pathAlias = "some-alias"
    let page = try decode(FlickrAnswers.feed(photos: photos))
    #expect(page.records.map(\.id) == photos.map(\.id))
    #expect(page.records.map(\.ownerName) == photos.map(\.ownerName))
    #expect(page.records.map(\.ownerID) == photos.map(\.ownerID))
    #expect(page.records.map { $0.description ?? "" } == photos.map(\.description))
    #expect(page.records[0].title == " ")
    #expect(page.records[1].pathAlias == "some-alias")
    #expect(page.page == nil && page.skipped == 0)
  }

  @Test(
    "names owners in its two ways",
    arguments: [
      (#"nobody@flickr.com (\"A\")"#, "A"), ("nobody@flickr.com (A)", "A"),
      (#"nobody@flickr.com (\")"#, "\""),
      ("nobody@flickr.com ()", nil), ("nobody@flickr.com", nil), (")(", nil), (#"x (\"\")"#, nil),
    ])
  func authors(author: String, name: String?) throws {
    #expect(try item(#""link":"/photos/a/1/","author":"\#(author)""#)?.ownerName == name)
  }

  @Test("finds an id in the image when the link has none, and skips what has neither")
  func ids() throws {
    #expect(try item(#""media":{"m":"https://h/651/77_ab_m.jpg"}"#)?.id == "77")
    #expect(try item(#""link":"https://www.flickr.com/photos/me@N01/78""#)?.ownerID == "me@N01")
    #expect(try item(#""link":"https://www.flickr.com/","media":{"m":""}"#) == nil)
    #expect(try decode(#"{"items":[{"title":"x"},null,{"link":"/photos/a/1/","media":"x"}]}"#).skipped == 2)
  }

  @Test(
    "keeps a description that has another form",
    arguments: [
      ("", ""), ("plain", "plain"), ("<p>only</p>", "only"), (" <p>a</p> <p>b</p> ", "a</p> <p>b"),
      (#"<p><a href='/people/x/'>N</a> posted:</p> text"#, "text"),
    ])
  func descriptions(html: String, text: String) throws {
    #expect(try item(#""link":"/photos/a/1/","description":"\#(html)""#)?.description == text)
  }

  @Test(
    "publishes in any zone",
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("2024-02-29T23:59:59Z", 1_709_251_199),
      ("2024-03-01T01:00:00+01:00", 1_709_251_200), ("2000-12-31T16:00:00-08:00", 978_307_200),
      ("2024-03-01T00:00:00+999999999999999999:00", nil), ("2024-03-01T00:00:00+23:60", nil),
      ("2024-13-01T00:00:00Z", nil), ("2024-01-32T00:00:00Z", nil), ("2024-01-01T24:00:00Z", nil),
      ("0000-00-00T00:00:00Z", nil), ("2024-03-01", nil), ("2024-03-01T01:00:00+x", nil),
      ("not a time at all", nil),
    ])
  func published(text: String, seconds: Double?) throws {
    let photo = try #require(try item(#""link":"/photos/a/1/","published":"\#(text)""#))
    #expect(photo.uploaded == seconds.map { Date(timeIntervalSince1970: $0) })
  }
}
