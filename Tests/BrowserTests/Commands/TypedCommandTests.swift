import Flickr
import ObjectGraph
import PhotoLibrary
import TerminalUI
import Testing

@testable import Browser

@MainActor @Suite("Commands that are typed", .timeLimit(.minutes(10)))
struct TypedCommandTests {
  private static func records(_ count: Int) -> [PhotoRecord] {
    (1...count).map { PhotoRecord("\($0)", "Photo \(1_000 + $0)", by: "Ann") }
  }

  @Test(
    "A number that no key could count is refused by every command that takes one",
    arguments: BrowserCommand.Place.allCases)
  func counts(place: BrowserCommand.Place) async throws {
    let bench = try await TestBrowser(Self.records(3))
    try await bench.type("a2G")
    switch place {
    case .lists: break
    case .photo: try await bench.type("\r")
    case .cull: try await bench.type("c")
    case .compare: try await bench.type("cc")
    case .map:
      try await bench.type("W")
      try await bench.surface.bell.wait { bench.browser.map?.isBusy == false }
    case .deleted: try await bench.run("source deleted")
    }
    #expect(bench.browser.commandPlace == place)
    let commands = bench.browser.keyboard.bindings.commands(in: place)
    let counting = commands.filter { $0.description.takesCount && $0.argument == nil }
    #expect(!counting.isEmpty)
    for command in counting {
      for number in ["-1", "0", "\(Int.min)", "\(Int.max)", "9\(Int.max)"] {
        #expect(throws: CommandLineError.noCount(number, command: command.name)) {
          try bench.browser.run("\(command.name) \(number)")
        }
      }
    }
  }

  @Test("A key or a name of a command of another place gets a message with the way there")
  func otherPlaces() async throws {
    let bench = try await TestBrowser(Self.records(3))
    func expect(_ key: String, _ name: String, _ reason: String) async throws {
      let messages = bench.browser.toasts.total
      try await bench.type(key)
      #expect(bench.message == reason && bench.browser.toasts.total == messages + 1, "\(key)")
      #expect(bench.prompt == nil)
      #expect(throws: CommandLineError.unavailable(reason: reason)) { try bench.browser.run("\(name) sea") }
    }
    try await bench.type("a")
    try await expect("t", "strip", "Film strip: open a photo first (Enter)")
    try await expect("3x", "reject", "Reject: cull photos first (c)")
    try await expect("H", "pan-left", "Pan left: open the map first (W)")
    let messages = bench.browser.toasts.total
    try await bench.type("Z3\u{1B}")
    #expect(bench.browser.toasts.total == messages)
    try await bench.type("\r")
    try await expect("/", "search", "Search: go back to the list first (q)")
    try await expect("x", "reject", "Reject: cull photos first (c)")
    #expect(throws: CommandLineError.unknownCommand("zap")) { try bench.browser.run("zap") }
    try await bench.type("qc")
    try await expect("S", "source", "Look at: go back to the list first (q)")
    try await bench.type("c")
    try await expect("S", "source", "Look at: go back to the list first (q)")
    try await bench.type("qqW")
    try await bench.surface.bell.wait { bench.browser.map?.isBusy == false }
    try await expect("S", "source", "Look at: go back to the list first (q)")
  }

  @Test("A number alone goes to that row, or to the first or last one")
  func rows() async throws {
    let bench = try await TestBrowser(Self.records(3))
    try await bench.type("a")
    for (number, row) in [("2", 2), ("0", 1), ("\(Int.max)", 3), ("\(Int.min)", 1)] {
      try await bench.run(number)
      #expect(bench.photos.list.view.position == row, "\(number)")
    }
  }

  @Test("Blanks at the end of a line belong to no name")
  func blanks() async throws {
    let bench = try await TestBrowser(Self.records(3))
    try await bench.type("a")
    try await bench.run("filter photo")
    try await bench.run("save best  ")
    try await bench.run("source best")
    #expect(bench.photos.scope == .collection(.search("best")))
  }

  @Test(
    "A name that another collection or a source has is not given to an own one",
    arguments: [
      "save sample", "save Sea", "save new", "save deleted", "album sample", "album best", "album everything",
    ])
  func takenNames(line: String) async throws {
    let bench = try await TestBrowser(Self.records(3))
    _ = try bench.library.library.add([bench.photo("1")], toAlbumNamed: "Sea")
    try bench.library.library.saveSearch(named: "best", "photo")
    try await bench.type("a")
    try await bench.run("filter photo")
    let name = line.split(separator: " ")[1]
    #expect(
      throws: CommandLineError.unavailable(reason: "“\(name)” is the name of another collection or source")
    ) {
      try bench.browser.run(line)
    }
  }

  @Test("An album with the title of a saved search hides nothing, and has a name of its own")
  func sameNames() async throws {
    let bench = try await TestBrowser(Self.records(3))
    let album = try bench.library.library.add([bench.photo("1")], toAlbumNamed: "Best").album
    try bench.library.library.saveSearch(named: "Best", "photo")
    try await bench.run("source Best")
    #expect(bench.photos.scope == .collection(.search("Best")))
    let name = "Best (\(album.identifier))"
    #expect(bench.browser.collectionChoices.contains { $0.text == name })
    try await bench.run("source \(name)")
    #expect(bench.photos.scope == .collection(.album(album.identifier)))
  }

  @Test("An own album with the name of a source does not hide it, and has its title where only albums count")
  func sourceName() async throws {
    let bench = try await TestBrowser(Self.records(3))
    let worker = try bench.library.library.container.makeBackgroundContext(mergePolicy: .objectTrumps)
    try await worker.perform { context in
      let page = PhotoPage(records: [PhotoRecord("2", "Photo 1002", by: "Ann")])
      _ = try PhotoImporter(context: context, source: "sample").run(page)
    }
    try await worker.save()
    // The library does not know the names of sources.
    let album = try bench.library.library.add([bench.photo("1")], toAlbumNamed: "Sample").album
    for name in ["sample", "Sample"] {
      try await bench.run("source \(name)")
      #expect(bench.photos.scope == .collection(.source("sample")) && bench.titles == ["Photo 1002"])
    }
    try await bench.run("source Sample (\(album.identifier))")
    #expect(bench.photos.scope == .collection(.album(album.identifier)))
    try await bench.run("album-remove sample")
    #expect(bench.message == "Removed “Photo 1001” from Sample")
  }

  @Test("A text of digits is the name of an album or of a folder, and no count")
  func names() async throws {
    let bench = try await TestBrowser(Self.records(4))
    let library = bench.library.library
    let photos = try ["1", "2", "3"].map(bench.photo)
    let best = try library.add(photos, toAlbumNamed: "Best").album
    let year = try library.add(photos, toAlbumNamed: "2024").album
    try await bench.run("source Best")
    #expect(bench.titles.count == 3)
    try await bench.run("album-remove 2024")
    #expect(bench.message == "Removed “Photo 1001” from 2024")
    #expect(try library.photos(in: best).count == 3 && library.photos(in: year).count == 2)
    try await bench.run("album 2024")
    #expect(bench.prompt == nil && bench.message == "Added “Photo 1001” to 2024")
    try await bench.run("write 2024")
    #expect(bench.prompt?.note == "No folder “2024”. Enter makes it")
  }

  @Test("A command waits for the list as its key does, and keys behind it wait with it")
  func waiting() async throws {
    let bench = try await TestBrowser(Self.records(450))
    // The first photos are listed before the others are read.
    bench.typeAhead("a:select-all\r")
    try await bench.idle()
    #expect(bench.photos.selection.count == 450)
    try await bench.type("\u{1B}")
    bench.typeAhead("aa:440\r ")
    try await bench.idle()
    #expect(bench.photos.selection.ids == [try bench.photo("440").objectID])
  }
}
