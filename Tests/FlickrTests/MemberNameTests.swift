import Flickr
import Testing

@Suite("A member name")
struct MemberNameTests {
  @Test(
    "counts as a field only if all its characters do",
    arguments: ["datetakenXranularity", "datetakengranularitx"])
  func longName(name: String) throws {
    func granularity(_ name: String) throws -> Int? {
      let page =
        #"{"photos":{"photo":[{"id":"1","datetaken":"2020-01-02 03:04:05","\#(name)":6}]}}"#
      return try PhotoPageDecoder.decode(Array(page.utf8)).records.first?.taken?.granularity
    }
    #expect(try granularity("datetakengranularity") == 6)
    #expect(try granularity(name) == 0)
  }
}
