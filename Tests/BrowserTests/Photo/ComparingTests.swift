import Flickr
import ObjectGraph
import PhotoLibrary
import PictureBasics
import Terminal
import TerminalPictures
import Testing

@testable import Browser

@MainActor @Suite("Photos that are compared", .timeLimit(.minutes(10)))
struct ComparingTests {
  /// Judges photos, of which the first are a burst, and compares the first with others.
  private func bench(photos: Int, burst: Int = 0) async throws -> TestBrowser {
    let bench = try await TestBrowser(
      (1...photos).map { number in
        var record = PhotoRecord("\(number)", "Photo \(number)", by: "Ann")
        if number <= burst { record.taken = TakenDate(localTime: "2024-05-17 18:03:0\(number)") }
        return record
      })
    try await bench.type("agc")
    try await bench.surface.bell.wait { bench.browser.photo.cull?.progress != nil }
    return bench
  }

  private func flags(_ bench: TestBrowser) throws -> [PhotoFlag] {
    try bench.library.context.fetch(FetchRequest<Photo>(order: PhotoOrder.title.keys)).map(\.marks.flag)
  }

  @Test(
    "A command that goes to another photo ends the comparison, and marks act on the photo that is seen",
    arguments: ["G", ":5\r"])
  func leaving(keys: String) async throws {
    let bench = try await bench(photos: 5, burst: 3)
    try await bench.type("c")
    #expect(bench.browser.compare?.photos.count == 3)
    try await bench.type(keys)
    #expect(bench.browser.compare == nil && bench.browser.commandPlace == .cull)
    try await bench.type("x")
    #expect(try flags(bench) == [.none, .none, .none, .none, .reject])
  }

  @Test("A slide show ends the comparison")
  func slideShow() async throws {
    let bench = try await bench(photos: 4)
    try await bench.type("c")
    #expect(bench.browser.compare != nil)
    try await bench.type(":slide-show\r")
    #expect(bench.browser.compare == nil && bench.browser.showsPhoto && bench.browser.slideShow.isRunning)
    bench.browser.slideShow.stop()
  }

  @Test("A mark that takes photos out of the list leaves them beside each other, and the focus decides")
  func marking() async throws {
    let bench = try await bench(photos: 4)
    try await bench.type("vc")
    #expect(bench.message == "Showing photos without a flag")
    try await bench.type("xx")
    #expect(bench.titles == ["Photo 3", "Photo 4"])
    #expect(bench.browser.compare?.focused == (try bench.photo("2").objectID))
    try await bench.press(.backTab)
    try await bench.type("p")
    #expect(try flags(bench) == [.pick, .reject, .none, .none])
    try await bench.type("d")
    #expect(bench.message == "Deleted “Photo 1”")
  }

  @Test("A deleted photo leaves the comparison, which ends with the last but one")
  func deleting() async throws {
    let bench = try await bench(photos: 4, burst: 3)
    try await bench.type("cd")
    #expect(bench.browser.compare?.photos == (try ["2", "3"].map { try bench.photo($0).objectID }))
    #expect(bench.browser.compare?.focused == bench.photos.list.selectedID)
    try await bench.type("\td")
    #expect(bench.message == "Deleted “Photo 3”")
    #expect(bench.browser.compare == nil && bench.browser.showsPhoto)
    #expect(bench.titles == ["Photo 2", "Photo 4"])
  }

  @Test("A comparison ends with the last photo of the list")
  func emptying() async throws {
    let bench = try await bench(photos: 2)
    try await bench.type("vcxx")
    #expect(bench.browser.compare == nil && bench.browser.photo.cull == nil)
    #expect(bench.browser.screens.top === bench.browser.lists)
  }

  @Test("A number means nothing while photos are compared, and the text names the focus")
  func words() async throws {
    let bench = try await bench(photos: 3)
    try await bench.type("c")
    #expect(bench.browser.targetIDs(2) == nil)
    #expect(bench.message == "A number has no meaning while photos are compared")
    #expect(bench.browser.compare?.text == ["Comparing 2 photos:", "> Photo 1", "Photo 2"])
  }

  @Test("A new size of cells reaches the pictures in view, and those that a wider screen adds")
  func cells() async throws {
    let bench = try await bench(photos: 4, burst: 4)
    try await bench.type("c")
    let compare = try #require(bench.browser.compare)
    compare.layout(Size(width: 80, height: 24))
    #expect(compare.pictures.count == 2)
    var terminal = bench.surface.capabilities
    terminal.cellSize = PixelSize(width: 7, height: 15)
    bench.surface.send([.capabilities(terminal)])
    compare.layout(Size(width: 160, height: 24))
    let cells = compare.pictures.map { $0.maker?.style.cell }
    #expect(cells == Array(repeating: terminal.cellSize, count: 4))
  }
}
