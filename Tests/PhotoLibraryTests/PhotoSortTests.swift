import PhotoLibrary
import Testing

@Suite("The order of photos")
struct PhotoSortTests {
  private static func second(_ order: PhotoOrder, _ second: PhotoOrder, isReversed: Bool = false) -> PhotoSort
  {
    var sort = PhotoSort(order, isReversed: isReversed)
    sort.second = second
    return sort
  }

  @Test(
    "is parsed from its name and direction",
    arguments: [
      ("title", PhotoSort(.title)), ("title asc", PhotoSort(.title)),
      ("title desc", PhotoSort(.title, isReversed: true)), ("taken", PhotoSort(.taken)),
      ("taken desc", PhotoSort(.taken)), ("taken asc", PhotoSort(.taken, isReversed: true)),
      ("added asc", PhotoSort(.added, isReversed: true)), ("views, title", second(.views, .title)),
      ("taken asc,views desc", second(.taken, .views, isReversed: true)),
    ])
  func parsing(text: String, sort: PhotoSort) {
    #expect(PhotoSort(text) == sort)
    #expect(PhotoSort(sort.text) == sort)
  }

  @Test(
    "is refused with another name or direction",
    arguments: [
      "", "size", "taken up", "taken asc desc", "title, title", "added, title", "views, title, taken",
      "views,",
    ])
  func refusing(text: String) { #expect(PhotoSort(text) == nil) }

  @Test("names the direction when it is not the usual one")
  func names() {
    #expect(PhotoSort(.taken).name == "date taken")
    #expect(PhotoSort(.taken, isReversed: true).name == "date taken ↑")
    #expect(PhotoSort(.title, isReversed: true).name == "title ↓")
    #expect(Self.second(.views, .title).name == "views, title")
  }
}
