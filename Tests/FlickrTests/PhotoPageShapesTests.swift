import Flickr
import Foundation
import Testing

/// Decodes a literal.
func decode(_ text: String) throws -> PhotoPage {
  try PhotoPageDecoder.decode(Array(text.utf8))
}

@Suite("A page of photos")
struct PhotoPageShapesTests {
  static let list =
    #"{"photos":{"page":2,"pages":7,"perpage":3,"total":20,"photo":[{"id":"1","title":"A"}]},"stat":"ok"}"#

  @Test(
    "is found however it is wrapped",
    arguments: [
      list, "\u{FEFF}" + list, "\n\t " + list + "\r\n", "jsonFlickrApi(\(list))",
      "jsonFlickrApi (\(list));\n",
      "a.b$_1(\(list))", list + ",", list + ";",
      list.replacing(",", with: " ,\n").replacing(":", with: " : ").replacing("}", with: "\t}"),
      #"{"stat":"ok","extra":[{"a":[[],{}]}],"photos":{"photo":[{"title":"A","id":"1"}],"total":"20","#
        + #""perpage":"3","pages":"7","page":"2"}}"#,
      #"{"photos":{"page":2,"pages":7,"per_page":3,"total":20,"photo":[{"id":1,"title":"A"}]}}"#,
    ])
  func wrapping(text: String) throws {
    let page = try decode(text)
    #expect(page.page == 2 && page.pages == 7 && page.perPage == 3 && page.total == 20)
    #expect(page.records.map(\.id) == ["1"])
    #expect(page.records.first?.title == "A")
  }

  @Test(
    "may be empty",
    arguments: [
      #"{"photos":{"page":1,"pages":0,"perpage":100,"total":"0","photo":[]},"stat":"ok"}"#,
      #"{"photos":{"photo":[],"total":0,"page":1,"per_page":10,"pages":1},"stat":"ok"}"#,
      #"{"photos":{"page":1,"pages":0,"total":0},"stat":"ok"}"#, #"{"items":[]}"#,
    ])
  func empty(text: String) throws {
    let page = try decode(text)
    #expect(page.records.isEmpty && page.skipped == 0)
  }

  @Test("of a set has the set's owner, unless the photo has its own")
  func photoset() throws {
    let page = try decode(
      #"""
      {"photoset":{"id":"7","owner":"1@N00","ownername":"Ann","photo":[{"id":"1","title":"A","isprimary":"1"},
      {"id":"2","title":"B","owner":"2@N00","ownername":"Bob"}],"page":1,"per_page":500,"perpage":500,"pages":1,
      "total":"2","title":"Set"},"stat":"ok"}
      """#)
    #expect(page.records.map(\.ownerID) == ["1@N00", "2@N00"])
    #expect(page.records.map(\.ownerName) == ["Ann", "Bob"])
    #expect(page.perPage == 500)
  }

  @Test("of contacts calls the owner's name username")
  func contacts() throws {
    let page = try decode(
      #"""
      {"photos":{"photo":[{"id":"1","owner":"1@N00","username":"@ann"},
      {"id":"2","username":"x","ownername":"y"}]}}
      """#)
    #expect(page.records.map(\.ownerName) == ["@ann", "y"])
  }

  @Test("loses photos without an id and entries that are no photos, and counts them")
  func skipped() throws {
    let page = try decode(
      #"""
      {"photos":{"photo":[{"title":"none"},{"id":"","title":"empty"},{"id":null},{"id":[1]},{"id":" 5 "},null,"x",
      7,[{"id":"1"}],{"id":"a/b"},{"id":true},{"id":6}]}}
      """#)
    #expect(page.records.map(\.id) == ["5", "6"])
    #expect(page.skipped == 10)
  }

  @Test("may be one photo's own answer")
  func getInfo() throws {
    let page = try decode(
      #"""
      {"photo":{"id":"9","secret":"s","server":"5","farm":5,"dateuploaded":"1511224886","license":0,"views":"101",
      "owner":{"nsid":"1@N00","username":"Ann","realname":"A","path_alias":"ann"},"title":{"_content":"Maw"},
      "description":{"_content":"Text"},"dates":{"posted":"1511224887","taken":"2017-10-15 16:00:12",
      "takengranularity":4,"takenunknown":"1","lastupdate":"1521989991"},
      "tags":{"tag":[{"id":"x","raw":"New York","_content":"newyork"},{"_content":"night"}]},
      "location":{"latitude":45.8,"longitude":"15.9","accuracy":"11","county":{"_content":"Zagreb"}},
      "urls":{"url":[{"type":"photopage","_content":"https:\/\/x"}]},"media":"photo"},"stat":"ok"}
      """#)
    let photo = try #require(page.records.first)
    #expect(page.records.count == 1)
    #expect(photo.id == "9" && photo.title == "Maw" && photo.description == "Text")
    #expect(photo.ownerID == "1@N00" && photo.ownerName == "Ann" && photo.pathAlias == "ann")
    #expect(photo.uploaded == Date(timeIntervalSince1970: 1_511_224_887))
    #expect(photo.lastUpdate == Date(timeIntervalSince1970: 1_521_989_991))
    #expect(photo.taken == TakenDate(localTime: "2017-10-15 16:00:12", granularity: 4, isUnknown: true))
    #expect(photo.tagWords == ["newyork", "night"])
    #expect(photo.latitude == 45.8 && photo.longitude == 15.9)
    #expect(photo.license == "0" && photo.views == 101 && photo.media == "photo")
    #expect(photo.pageURL == "https://www.flickr.com/photos/ann/9/")
  }
}
