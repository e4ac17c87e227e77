import Flickr
import ObjectGraph
import PhotoLibrary
import TerminalUI
import Testing

@testable import Browser

@MainActor @Suite("Changes and their undo", .timeLimit(.minutes(10)))
struct ChangingTests {
  private func bench() async throws -> TestBrowser {
    try await TestBrowser((1...4).map { PhotoRecord("\($0)", "Photo \($0)", by: "Ann") })
  }

  @Test("A change that changes nothing promises no undo, and the change before it is undone with its place")
  func nothing() async throws {
    let bench = try await bench()
    let library = bench.library.library
    let album = try library.add(try ["1", "2"].map(bench.photo), toAlbumNamed: "Sea").album
    try library.describe(album, as: "At dusk")
    try library.setCover(try bench.photo("1"), of: album)
    try library.saveSearch(named: "best", "photo")
    library.context.undoHistory?.removeAll()
    try await bench.run("source Sea")
    for (line, message) in [
      ("tag harbor", "Tagged “Photo 1”: +harbor"), ("tag harbor", "The tags of “Photo 1” are so already"),
      ("mark pick", "Picked “Photo 1”"), ("mark pick", "Picked “Photo 1”"),
      ("album-rename Sea", "The album has the title Sea already"),
      ("album-describe At dusk", "Sea has this description already"),
      ("album-cover", "“Photo 1” is the cover of Sea already"), ("album Sea", "“Photo 1” is in Sea already"),
    ] {
      let before = library.context.undoHistory?.undoNames.count
      try await bench.run(line)
      let after = library.context.undoHistory?.undoNames.count
      #expect(bench.message == message)
      #expect((bench.hint != nil) == (after != before), "\(line)")
      #expect(bench.browser.lists.trail.places.count == after, "\(line)")
    }
    try await bench.run("filter photo")
    try await bench.run("save best")
    #expect(bench.message == "“photo” is saved as best already")
    try await bench.run("filter photo 1")
    try await bench.run("save best")
    #expect(bench.message == "Replaced “photo” of best by “photo 1”" && bench.hint == "u undo")
    #expect(bench.browser.lists.trail.places.count == library.context.undoHistory?.undoNames.count)
  }

  @Test("Commas after tags are no part of them")
  func commas() async throws {
    let bench = try await bench()
    let library = bench.library.library
    try library.tag([try bench.photo("1")], adding: ["fog"], removing: [])
    await library.container.coordinator.drain()
    try await bench.type("ag")
    try await bench.run("tag harbor, night,, +sea , a,b, -fog,")
    #expect(bench.message == "Tagged “Photo 1”: +harbor +night +sea +a,b -fog")
    #expect(try bench.photo("1").tags == "harbor night sea a,b")
  }

  @Test("A choice that is made again promises no undo")
  func sameChoice() async throws {
    let bench = try await bench()
    let photos = try ["1", "2"].map(bench.photo)
    for isFirst in [true, false] {
      bench.browser.choose(photos[0], among: photos)
      try await bench.idle()
      #expect(bench.message == "Picked “Photo 1”, rejected 1 other" && (bench.hint != nil) == isFirst)
    }
  }

  @Test(
    "Links are said to be copied only if they are in a clipboard",
    arguments: [
      (CopyOutcome.copied, "Copied 4 links"), (.sent, "Sent 4 links to the clipboard of the terminal"),
      (.printed, "4 links"), (.tooLong, "4 links are too much for the clipboard: select fewer photos"),
    ])
  func links(_ outcome: CopyOutcome, message: String) async throws {
    let bench = try await bench()
    bench.surface.copyOutcome = outcome
    try await bench.type("aAy")
    #expect(bench.message == message && bench.surface.copied.count == 4)
  }

  @Test("Keeping the best of no stack says so, and what is selected stays selected")
  func noStack() async throws {
    let bench = try await bench()
    try await bench.type("a  ")
    #expect(bench.photos.selection.count == 2)
    try await bench.run("source look-alikes")
    bench.browser.keepBest()
    try await bench.idle()
    #expect(bench.message == "No stack is selected")
    #expect(bench.photos.selection.count == 2 && bench.browser.lists.trail.places.isEmpty)
  }
}
