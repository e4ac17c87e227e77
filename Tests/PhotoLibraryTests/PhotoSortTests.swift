import PhotoLibrary
import Testing

@Suite("The order of photos")
struct PhotoSortTests {
  @Test(
    "is parsed from its name and direction",
    arguments: [
      ("title", PhotoSort(.title)), ("title asc", PhotoSort(.title)),
      ("title desc", PhotoSort(.title, isReversed: true)), ("taken", PhotoSort(.taken)),
      ("taken desc", PhotoSort(.taken)), ("taken asc", PhotoSort(.taken, isReversed: true)),
      ("added asc", PhotoSort(.added, isReversed: true)),
    ])
  func parsing(text: String, sort: PhotoSort) {
    #expect(PhotoSort(text) == sort)
    #expect(PhotoSort(sort.text) == sort)
  }

  @Test("is refused with another name or direction", arguments: ["", "size", "taken up", "taken asc desc"])
  func refusing(text: String) { #expect(PhotoSort(text) == nil) }

  @Test("names the direction when it is not the usual one")
  func names() {
    #expect(PhotoSort(.taken).name == "date taken")
    #expect(PhotoSort(.taken, isReversed: true).name == "date taken ↑")
    #expect(PhotoSort(.title, isReversed: true).name == "title ↓")
  }
}
