import Flickr
import ObjectGraph
import PhotoLibrary
import Terminal
import Testing

@testable import Browser

@MainActor @Suite("The beginning of culling", .timeLimit(.minutes(10)))
struct CullingTests {
  private static let records = ["red 1", "red 2", "red 3", "blue 1"].enumerated().map { index, title in
    PhotoRecord("\(index)", title, by: "Ann")
  }

  @Test("All selected photos are judged, whatever the filter is and wherever keys go")
  func selected() async throws {
    let bench = try await TestBrowser(Self.records)
    try await bench.type("afred\rA")
    #expect(bench.photos.selection.count == 3)
    let ids = bench.photos.selection.ids.sorted()
    try await bench.type("f")
    for _ in 0..<3 { try await bench.press(.backspace) }
    try await bench.type("blue\r\tc")
    #expect(bench.browser.photo.cull != nil && bench.titles.count == 3 && bench.photos.selection.isEmpty)
    // A jump back lists the same photos, whatever is selected then.
    #expect(bench.photos.scope == .collection(.selected(ids)))
    try await bench.type("q")
    #expect(bench.titles == ["blue 1"])
    bench.browser.look(at: .collection(.selected(ids)))
    try await bench.type("f")
    for _ in 0..<4 { try await bench.press(.backspace) }
    try await bench.type("\r")
    #expect(bench.titles.count == 3)
  }

  @Test("A view of flags that are still being counted is not refused as one without photos")
  func counting() async throws {
    let bench = try await TestBrowser(Self.records)
    try await bench.type("a")
    bench.browser.cull()
    #expect(bench.browser.photo.cull != nil && bench.browser.photo.cull?.progress == nil)
    bench.browser.turnCullView()
    #expect(bench.message == "The marks are still being counted")
  }

  @Test("The next photo without a mark is not looked for before the marks are counted")
  func unmarked() async throws {
    let bench = try await TestBrowser(Self.records)
    try bench.library.library.mark([(try ["1"].map(bench.photo), .stars(3))], name: "mark")
    await bench.library.library.container.coordinator.drain()
    try await bench.type("ag")
    bench.browser.cull()
    let first = bench.photos.list.selectedID
    bench.browser.goToUnmarked()
    #expect(bench.message == "The marks are still being counted" && bench.photos.list.selectedID == first)
    try await bench.surface.bell.wait { bench.browser.photo.cull?.progress != nil }
    bench.browser.goToUnmarked()
    #expect(bench.photos.list.selectedID != first)
  }

  @Test("Photos that a mark takes out of the list are counted among those that are judged")
  func filtered() async throws {
    let bench = try await TestBrowser(Self.records)
    try await bench.type("afflag:none\rgc")
    try await bench.surface.bell.wait { bench.browser.photo.cull?.progress != nil }
    try await bench.type("p")
    #expect(bench.titles.count == 3)
    let cull = try #require(bench.browser.photo.cull)
    #expect(cull.progress?.judged == 1 && cull.progress?.total == 4)
    // Another photo changes, and all are counted again.
    let last = bench.photos.list.controller.object(at: 2)
    try bench.library.library.mark([([last], .stars(2))], name: "mark")
    try await bench.surface.bell.wait { cull.progress?.judged == 2 }
    #expect(cull.progress?.total == 4 && cull.progress?.picks == 1)
  }
}
