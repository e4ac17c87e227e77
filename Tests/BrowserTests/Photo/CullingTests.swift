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

  @Test(
    "The views of a filter or a smart collection of photos without a flag have those that were marked, and no others",
    arguments: [false, true])
  func views(ofCollection isCollection: Bool) async throws {
    let bench = try await TestBrowser(Self.records)
    try bench.library.library.mark([([bench.photo("0")], .flag(.pick))], name: "mark")
    await bench.library.library.container.coordinator.drain()
    try bench.library.library.saveSearch(named: "todo", "flag:none")
    try await bench.type("a")
    if isCollection { try await bench.run("source todo") } else { try await bench.type("fflag:none\r") }
    try await bench.type("gc")
    try await bench.surface.bell.wait { bench.browser.photo.cull?.progress != nil }
    try await bench.type("p")
    #expect(bench.titles == ["red 2", "red 3"])
    for (name, titles) in [
      ("photos without a flag", ["red 2", "red 3"]), ("picks", ["blue 1"]),
      ("all photos", ["blue 1", "red 2", "red 3"]), ("photos without a flag", ["red 2", "red 3"]),
    ] {
      try await bench.type("v")
      #expect(bench.message == "Showing \(name)" && bench.titles == titles)
    }
    try await bench.type("vvq")
    #expect(bench.browser.photo.cull == nil && bench.titles == ["red 2", "red 3"])
    #expect(bench.photos.arrangement.filter == (isCollection ? "" : "flag:none"))
  }

  @Test("The views of selected photos have all of them, whatever the filter was when judging began")
  func selectedViews() async throws {
    let bench = try await TestBrowser(Self.records)
    try await bench.type("afred\rAf")
    for _ in 0..<3 { try await bench.press(.backspace) }
    try await bench.type("blue\rc")
    try await bench.surface.bell.wait { bench.browser.photo.cull?.progress != nil }
    try await bench.type("v")
    #expect(bench.message == "Showing photos without a flag" && bench.titles.count == 3)
    try await bench.type("q")
    #expect(bench.browser.photo.cull == nil && bench.titles == ["blue 1"])
  }

  @Test("Photos that were marked are not listed after the judging because a view had them")
  func marked() async throws {
    let bench = try await TestBrowser(Self.records)
    try bench.library.library.saveSearch(named: "todo", "flag:none")
    try await bench.type("a")
    try await bench.run("source todo")
    // The view and the former list have the same filter.
    try await bench.type("fflag:none\rAc")
    try await bench.surface.bell.wait { bench.browser.photo.cull?.progress != nil }
    try await bench.type("pv")
    #expect(bench.message == "Showing photos without a flag" && bench.titles.count == 3)
    try await bench.type("q")
    #expect(bench.photos.scope == .collection(.search("todo")) && bench.titles.count == 3)
    #expect(bench.photos.arrangement.filter == "flag:none" && bench.photos.arrangement.included.isEmpty)
  }

  @Test("A filter whose quote is open has the same photos in a view of flags")
  func openQuote() async throws {
    let bench = try await TestBrowser(Self.records)
    try await bench.type("afby:\"Ann\rgc")
    try await bench.surface.bell.wait { bench.browser.photo.cull?.progress != nil }
    try await bench.type("v")
    #expect(bench.browser.photo.cull != nil && bench.titles.count == 4)
    #expect(bench.photos.arrangement.filter == "by:Ann flag:none")
  }
}
