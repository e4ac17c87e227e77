import Flickr
import FetchedResults
import Foundation
import ObjectGraph
import PhotoLibrary
import PictureFetching
import TestSupport
import Testing
import Transfer

@testable import Browser
@testable import Terminal
@testable import TerminalUI

@MainActor
@Suite("The lists of a library on another machine")
struct RemoteListsTests {
  private static let size = Size(width: 100, height: 24)
  private let library: TestLibrary
  private let store: CountingStore
  private let screen: ListsScreen

  /// Lists 300 photos of three photographers, two of which have the same name.
  init() async throws {
    try await self.init(
      (0..<300).map { number in
        var record = PhotoRecord(
          "\(number)", "Photo \(1_000 + number)", by: ["Ann", "Bea", "Bob"][number % 3])
        if number % 3 == 2 { record.ownerName = "Bea" }
        return record
      })
  }

  private init(_ records: [PhotoRecord]) async throws {
    (library, store) = try await TestLibrary.counted(records, isRemote: true)
    await library.library.container.coordinator.drain()
    let cache = PictureCache(folder: library.folder.url.appendingPathComponent("pictures"))
    let pictures = PictureLoader(
      fetcher: PictureFetcher(cache: cache, client: TransferClient()), context: library.context)
    screen = try ListsScreen(context: library.context, pictures: pictures, search: Search())
    try await screen.photographers.load()
    screen.photos.turn(to: .all)
    try await screen.photos.load()
    try await screen.photos.loadRest()
    screen.focus = .photos
  }

  /// The lines of a frame, which is drawn as the browser does it.
  private func frame() -> [String] {
    let grid = CellGrid(size: Self.size)
    library.context.withoutWaiting {
      screen.layout(Self.size)
      screen.draw(in: grid.canvas, isFocused: true)
      screen.didDraw()
      for list in [screen.photographers.list, screen.photos.list] as [any RowList] { list.readAround() }
    }
    return grid.rows
  }

  /// Draws frames until nothing is missing.
  private func complete() async throws {
    repeat {
      try await library.context.fetchMissingRows()
      _ = frame()
    } while library.context.hasMissingRows
  }

  @Test("The first frame shows the rows that were read with the list, and no frame waits")
  func firstFrame() async throws {
    let before = store.counts
    #expect(frame().count { $0.contains("Photo 1") } == Self.size.height - 2)
    try await complete()
    #expect(frame().contains { $0.contains("Photo 1000") })
    #expect((store.counts - before).mainReads == 0)
  }

  @Test("Scrolling shows rows at once, which were read ahead")
  func scrolling() async throws {
    _ = frame()
    try await complete()
    for page in 1...5 {
      screen.photos.list.view.page(1)
      let rows = frame()
      #expect(rows.count { $0.contains("Photo 1") } == Self.size.height - 2, "page \(page)")
      try await complete()
    }
    #expect(store.counts.mainReads == 0)
  }

  @Test("A row far away is shown as dots, and is here after one reading")
  func jump() async throws {
    _ = frame()
    try await complete()
    screen.photos.list.view.moveToBottom()
    let before = store.counts
    let first = frame()
    #expect(first.contains { $0.contains("…") } && !first.contains { $0.contains("Photo 12") })
    try await library.context.fetchMissingRows()
    #expect(frame().contains { $0.contains("Photo 1299") })
    #expect((store.counts - before).mainReads == 0)
  }

  @Test("A jump to the end of a long section reads only the rows around it")
  func jumpInSection() async throws {
    let records = (0..<300).map { PhotoRecord("\($0)", "Photo", by: "Ada \(100 + $0)") }
    let other = try await Self(records + [PhotoRecord("300", "Photo", by: "Bea")])
    other.screen.focus = .master
    try await other.jumpToEnd()
  }

  private func jumpToEnd() async throws {
    let list = screen.photographers.list
    try await screen.photographers.list.loadRest()
    _ = frame()
    try await complete()
    list.view.moveToBottom()
    let before = store.counts
    try await complete()
    let rows = String(describing: (0..<150).map { list.controller.objectID(at: $0) }).utf8.count
    #expect((store.counts - before).length < rows)
  }

  @Test("The photos of the first rows of an album are read before they are shown")
  func firstPhotosOfAlbum() async throws {
    let album = try library.library.createAlbum(named: "Sea")
    try library.library.add([try library.photo("150"), try library.photo("7")], to: album)
    await library.library.container.coordinator.drain()
    let list = try AlbumPhotos(of: album.objectID, where: nil, context: library.context)
    try await list.loadPart(.first(around: try library.photo("7").objectID))
    let before = store.counts
    let titles = library.context.withoutWaiting {
      list.objects(at: 0..<2).map { $0.isFault ? "…" : $0.title }
    }
    #expect(titles == ["Photo 1150", "Photo 1007"])
    #expect((store.counts - before).mainReads == 0)
  }

  @Test("An entry of an album that another program inserts is a row of dots until it is here")
  func unknownEntry() async throws {
    let album = try library.library.createAlbum(named: "Sea")
    try library.library.add([try library.photo("150")], to: album)
    await library.library.container.coordinator.drain()
    let list = try AlbumPhotos(of: album.objectID, where: nil, context: library.context)
    try await list.loadPart(ListPart(200))
    let other = try PhotoLibrary(folder: library.folder.url)
    let same = try #require(try other.albums().first { $0.title == "Sea" })
    try other.add([try #require(try other.photo("151"))], to: same)
    await other.container.coordinator.drain()
    try await list.replaceCondition(nil, showingFirst: ListPart(200))
    #expect(list.count == 2)
    func titles() -> [String] {
      library.context.withoutWaiting { list.objects(at: 0..<2).map { $0.isFault ? "…" : $0.title } }
    }
    let before = store.counts
    #expect(titles() == ["…", "…"])
    while library.context.hasMissingRows {
      try await library.context.fetchMissingRows()
      _ = titles()
    }
    #expect(titles() == ["Photo 1150", "Photo 1151"])
    #expect(list.objectID(at: 1) == (try library.photo("151")).objectID)
    #expect((store.counts - before).mainReads <= 1)
  }

  @Test("Changes of photos, their undo and their redo never make the main actor wait")
  func changes() async throws {
    let (library, store) = (library.library, store)
    func photos(_ ids: String...) throws -> [Photo] {
      try ids.compactMap { try library.photo($0) }
    }
    let album = try library.createAlbum(named: "Sea")
    let ids = try photos("1", "2", "3", "4").map(\.objectID)
    await library.container.coordinator.drain()
    func some() -> [Photo] { ids.compactMap { library.context.object(with: $0) as? Photo } }
    let changes: [(name: String, change: () throws -> Void)] = [
      ("mark", { try library.mark(some(), .stars(3)) }),
      ("turn", { try library.turn(some(), quarters: 1) }),
      ("tag", { try library.tag(some(), adding: ["sea"], removing: []) }),
      ("title", { try library.setTitle("Sea", of: some()) }),
      ("album", { _ = try library.add(some(), to: album) }),
      ("new album", { _ = try library.add(some(), toAlbumNamed: "Sky") }),
      ("rename", { try library.rename(album, to: "Coast") }),
      ("move", { _ = try library.move([some()[3]], in: album, before: some()[0]) }),
      ("cover", { try library.setCover(some()[1], of: album) }),
      ("remove", { _ = try library.remove([some()[2]], from: album) }),
      ("search", { _ = try library.saveSearch(named: "best", "star:3") }),
      ("delete", { try library.delete(some()) }),
      ("delete album", { try library.delete(album) }),
    ]
    func perform(_ name: String, _ change: @escaping () throws -> Void) async throws {
      let before = store.counts
      try await library.context.whenAtHand(change)
      await library.container.coordinator.drain()
      #expect((store.counts - before).mainReads == 0, "\(name)")
    }
    for (name, change) in changes { try await perform(name, change) }
    for (name, _) in changes.reversed() { try await perform("undo of \(name)") { _ = try library.undo() } }
    #expect(try library.albums().map(\.title) == ["Sea"])
    for (name, _) in changes { try await perform("redo of \(name)") { _ = try library.redo() } }
    #expect(try library.photo("3") == nil)
    for (name, _) in changes.reversed() { try await perform("undo of \(name)") { _ = try library.undo() } }
    #expect(try photos("1", "2", "3", "4").map(\.marks.stars) == [0, 0, 0, 0])
  }

  @Test("A deletion of photos of many photographers follows after few readings")
  func deletion() async throws {
    let records = (0..<40).map { PhotoRecord("\(500 + $0)", "Photo", by: "Photographer \($0)") }
    try await library.importPhotos(records)
    await library.library.container.coordinator.drain()
    let ids = try library.context.fetchIDs(
      FetchRequest<Photo>(where: Property<Photo, String>("title") == "Photo"))
    #expect(ids.count == 40)
    let (library, before) = (library.library, store.counts)
    var attempts = 0
    try await library.context.whenAtHand {
      attempts += 1
      try library.delete(ids.compactMap { library.context.object(with: $0) as? Photo })
    }
    #expect(attempts <= 4)
    #expect((store.counts - before).mainReads == 0)
    await library.container.coordinator.drain()
    #expect(try library.photo("500") == nil)
    #expect(try library.context.count(FetchRequest<Photographer>()) == 3)
  }

  @Test(
    "Numbers of photos and namesakes of photographers come together, and follow changes",
    .timeLimit(.minutes(10)))
  func facts() async throws {
    let changes = Changes(screen.facts)
    func rows() -> [String] {
      _ = frame()
      return library.context.withoutWaiting {
        (1...3).compactMap { screen.photographers.list.row(number: $0) }.map {
          "\($0.title) \($0.note): \($0.trailing)"
        }
      }
    }
    let before = store.counts
    while rows() != ["Ann : 100", "Bea Bea@N00: 100", "Bea Bob@N00: 100"] {
      try await library.context.fetchMissingRows()
      if !library.context.hasMissingRows { try await changes.next() }
    }
    #expect((store.counts - before).mainReads == 0)
    try await library.library.delete([try library.photo("2")]).committed()
    while rows().last != "Bea Bob@N00: 99" { try await changes.next() }
  }

  /// The notices of facts that have come.
  @MainActor private struct Changes {
    private let stream: AsyncStream<Void>

    init(_ facts: PhotographerFacts) {
      let (stream, signal) = AsyncStream.makeStream(of: Void.self)
      self.stream = stream
      facts.onChange = { signal.yield() }
    }

    func next() async throws {
      for await _ in stream { return }
      throw CancellationError()
    }
  }
}
