import Flickr
import Foundation
import Testing

@Suite("A number at the bounds of its type", .timeLimit(.minutes(10)))
struct NumberBoundsTests {
  private static let numbers = [
    "0", "-1", "1", "32767", "32768", "40000", "-32769", "2147483648", "3037000500", "4294967296",
    "999999999999999999", "-999999999999999999", "9223372036854775807", "-9223372036854775808",
    "9223372036854775808", "9.2e18", "-9.2e18", "9.223372036854774e18", "1e18", "1e308", "-1e308", "1e-308",
    "-0",
    "0.5", "18446744073709551615",
  ]

  /// Each number as JSON may have it: as a number, in a string, and wrapped.
  private static let values = numbers.flatMap { ["\($0)", "\"\($0)\"", "{\"_content\":\($0)}"] }

  @Test(
    "costs a field of a photo, and neither the photo nor the page",
    arguments: [
      "views", "dateupload", "lastupdate", "datetakengranularity", "datetakenunknown", "latitude",
      "longitude",
      "accuracy", "width_o", "height_o", "license", "server", "secret", "title", "tags",
    ])
  func photos(field: String) throws {
    for value in Self.values {
      let members = #""datetaken":"2020-01-01 10:00:00","url_o":"https://x.org/o.jpg","\#(field)":\#(value)"#
      let page = try decode(#"{"photos":{"photo":[{"id":"1",\#(members)},{"id":"2"}]}}"#)
      #expect(page.records.map(\.id) == ["1", "2"])
      let record = page.records[0]
      #expect(record.taken.map { TakenDate.granularities.contains($0.granularity) } ?? true)
      for rendition in record.renditions {
        #expect(rendition.width.map(Rendition.sides.contains) ?? true)
        #expect(rendition.height.map(Rendition.sides.contains) ?? true)
      }
      #expect((record.views ?? 0).magnitude <= 1_000_000_000_000_000)
    }
  }

  @Test("costs a field of the list", arguments: ["page", "pages", "perpage", "total"])
  func lists(field: String) throws {
    for value in Self.values {
      let page = try decode(#"{"photos":{"\#(field)":\#(value),"photo":[{"id":"1"}]}}"#)
      #expect(page.records.count == 1)
      for number in [page.page, page.pages, page.perPage, page.total].compactMap({ $0 }) {
        #expect((0...1_000_000_000_000).contains(number))
      }
    }
  }

  @Test("is no code of a refusal")
  func codes() throws {
    for value in Self.values {
      let error = try #require(throws: FlickrError.self) {
        try decode(#"{"stat":"fail","code":\#(value),"message":"no"}"#)
      }
      #expect(!error.description.isEmpty)
    }
  }

  @Test("A wait at the bounds of its type is a pause without harm")
  func pauses() {
    let durations: [Duration] = [
      .seconds(Int64.max), .seconds(Int64.min), .zero, .seconds(-1), .nanoseconds(1), .seconds(Int64.max) * 2,
      .seconds(1e17),
    ]
    for duration in durations {
      let wait = FlickrWait(.rest, for: duration)
      #expect((1...31_536_000).contains(wait.seconds))
      #expect(FlickrError.leftAlone(for: duration).description.hasSuffix("try again then."))
    }
  }

  @Test(
    "A wait is shown in the unit that fits",
    arguments: [
      (1, "1 s"), (119, "119 s"), (120, "2 min"), (7_140, "119 min"), (7_141, "2 h"), (7_200, "2 h"),
      (169_200, "47 h"),
      (172_801, "3 days"), (1_000_000_000_000, "365 days"),
    ])
  func units(seconds: Int, text: String) {
    let description = FlickrWait(.rest, for: .seconds(seconds)).description
    #expect(description.hasSuffix(": " + text), "\(description)")
  }

  @Test(
    "is no time of a window",
    arguments: ["9223372036854775807-", "-9223372036854775807", "99999999999999999999-"])
  func windows(text: String) {
    #expect(UploadWindow(text) == nil)
  }

  @Test("is refused in a stored record as in an answer")
  func records() throws {
    let text = #"""
      {"id":"1","renditions":[{"suffix":"o","url":"u","width":4294967296,"height":9223372036854775807}],
      "taken":{"localTime":"2020-01-01 10:00:00","granularity":40000,"isUnknown":false},"views":1}
      """#
    let record = try JSONDecoder().decode(PhotoRecord.self, from: Data(text.utf8))
    #expect(record.renditions == [Rendition(suffix: "o", url: "u")])
    #expect(record.taken?.granularity == 0)
  }
}
