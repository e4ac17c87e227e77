import Flickr
import ListChanges
import ObjectGraph
import ObjectStore
import PhotoLibrary
import Terminal
import TerminalUI
import TestSupport
import Testing

@testable import Browser

@MainActor @Suite("The list of photos")
struct PhotoListTests {
  /// The libraries of a test, whose files must stay until its end.
  private final class Libraries {
    var all: [TestLibrary] = []
  }

  private let libraries = Libraries()

  private static let records = ["Cape", "alps", "Bay", "Dike"].enumerated().map { index, title in
    var record = PhotoRecord("\(index)", title, by: index < 3 ? "Ann" : "Bob")
    record.views = [3, 1, 2, nil][index]
    return record
  }

  private func list() async throws -> (TestLibrary, PhotoList) {
    let library = try await TestLibrary(Self.records)
    let list = try library.photoList()
    list.turn(to: .all)
    try await list.load()
    return (library, list)
  }

  private func titles(_ list: PhotoList) -> [String] { list.list.titles(\.title).flatMap { $0 } }

  @Test("The list has no photos at first, then those of all photographers or of one")
  func scopes() async throws {
    let library = try await TestLibrary(Self.records)
    let list = try library.photoList()
    #expect(
      titles(list) == [] && list.list.selected == nil && list.selected == []
        && list.photos(fromCursor: 1) == [])
    list.turn(to: .all)
    #expect(list.isTurning && titles(list) == [])
    try await list.load()
    #expect(!list.isTurning && titles(list) == ["alps", "Bay", "Cape", "Dike"])
    let bob = try #require(try library.photo("3").photographer)
    list.turn(to: .photographer(bob.objectID))
    #expect(list.isTurning && titles(list).count == 4)
    try await list.load()
    #expect(titles(list) == ["Dike"] && list.list.selected?.title == "Dike")
  }

  /// Photos of as many photographers, with what counts the reads of their library.
  private func countedList(_ photos: Int) async throws -> (CountingStore, PhotoList) {
    let records = (0..<photos).map { PhotoRecord("\($0)", "Photo \($0)", by: "Photographer \($0)") }
    let (library, store) = try await TestLibrary.counted(records)
    libraries.all.append(library)
    let list = try library.photoList()
    list.turn(to: .all)
    try await list.load()
    return (store, list)
  }

  @Test("A frame reads its rows in one go, and a frame of the same rows reads nothing again")
  func frames() async throws {
    let (store, list) = try await countedList(20)
    let size = Size(width: 100, height: 24)
    let before = store.counts
    list.list.view.layout(size)
    let first = store.counts
    // The photographers of all rows, and what distinguishes them.
    #expect((first - before).reads <= 4)
    for _ in 0..<3 { list.list.view.layout(size) }
    #expect((store.counts - first).reads == 0)
  }

  @Test("The rows of a frame are those of the list, whatever changed since the frame before")
  func changedRows() async throws {
    let (library, list) = try await list()
    func shown() -> [String] {
      let grid = CellGrid(size: Size(width: 60, height: 10))
      list.list.view.show(in: grid.canvas, isFocused: true)
      let rows = grid.rows.compactMap { row in
        ["alps", "Bay", "Cape", "Dike", "East"].first { row.contains($0) }
      }
      #expect(rows == titles(list))
      return rows
    }
    #expect(shown() == ["alps", "Bay", "Cape", "Dike"])
    try await library.library.delete([try library.photo("2")]).committed()
    #expect(shown() == ["alps", "Cape", "Dike"])
    try await library.importPhotos([PhotoRecord("9", "Bay", by: "Bob"), PhotoRecord("8", "East", by: "Bob")])
    try await until { list.list.rowCount == 5 }
    #expect(shown() == ["alps", "Bay", "Cape", "Dike", "East"])
    try await list.filter("Cape")
    #expect(shown() == ["Cape"])
    try await list.filter("")
    list.turn(to: .photographer(try #require(try library.photo("9").photographer).objectID))
    try await list.load()
    #expect(shown() == ["Bay", "Dike", "East"])
    try library.photo("9").title = "Cape"
    library.context.processPendingChanges()
    #expect(shown() == ["Cape", "Dike", "East"])
  }

  @Test(
    "A sheet reads the photos of a block in one go, and nothing while one moves within it",
    arguments: SheetLayout.allCases)
  func sheetFrames(kind: SheetLayout) async throws {
    let (store, list) = try await countedList(200)
    let before = store.counts
    list.list.showsSheet = true
    list.list.sheet?.kind = kind
    let size = Size(width: 100, height: 40)
    list.list.view.layout(size)
    let first = store.counts
    #expect((first - before).reads <= 2)
    list.list.view.moveDown(1)
    for _ in 0..<100 {
      list.list.view.moveOn(1)
      list.list.view.layout(size)
    }
    // The next blocks.
    #expect((store.counts - first).reads <= 3)
  }

  @Test("The cursor comes to the photo that was asked for")
  func selecting() async throws {
    let (library, list) = try await list()
    let bay = try library.photo("2").objectID
    list.turn(to: .all, selecting: bay)
    try await list.load()
    #expect(list.list.selectedID == bay)
  }

  @Test("Of several turns only the last counts, in whatever order they are read")
  func turns() async throws {
    let (library, list) = try await list()
    let owners = try ["0", "3"].map { try #require(try library.photo($0).photographer).objectID }
    list.turn(to: .photographer(owners[0]))
    async let first: Void = list.load()
    list.turn(to: .photographer(owners[1]))
    async let second: Void = list.load()
    try await first
    try await second
    #expect(titles(list) == ["Dike"] && !list.isTurning)
  }

  @Test("Photos that were read are not listed after a turn to others, even before these are read")
  func turnWhileReading() async throws {
    let (store, list) = try await countedList(3)
    list.turn(to: .all, where: Photo.containing("Photo 1"))
    let before = store.counts.reads
    let reading = Task { try await list.load() }
    try await until { store.counts.reads != before }
    list.turn(to: .all, where: Photo.containing("Photo 2"))
    let shown = titles(list)
    try await reading.value
    #expect(list.isTurning && titles(list) == shown)
    try await list.load()
    #expect(!list.isTurning && titles(list) == ["Photo 2"])
  }

  @Test("Photos that are listed are not listed again, and the cursor stays where it went")
  func loadOnce() async throws {
    let (_, list) = try await list()
    list.list.view.moveOn(2)
    try await list.load()
    #expect(list.list.selected?.title == "Cape")
  }

  @Test("Photos that cannot be read leave none under their title")
  func unreadable() async throws {
    let (store, list) = try await countedList(3)
    var hasListed = false
    list.turn(to: .all, where: Photo.containing("Photo 1")) { hasListed = true }
    store.isFailing = true
    await #expect(throws: StoreError.self) { try await list.load() }
    #expect(!list.isTurning && titles(list) == [])
    store.isFailing = false
    list.turn(to: .all)
    try await list.load()
    #expect(titles(list).count == 3 && !hasListed)
  }

  @Test("What was to happen when photos are listed happens once, and not for others")
  func whenListed() async throws {
    let (_, list) = try await list()
    var listed: [String] = []
    list.turn(to: .all, where: nil) { listed.append("first") }
    list.turn(to: .all, where: nil) { listed.append("second: \(list.list.controller.count)") }
    try await list.load()
    try await list.load()
    try await list.arrange(PhotoSort(.views), heading: .none)
    #expect(listed == ["second: 4"])
  }

  @Test("An order that comes while many photos are read lists all of them")
  func orderOfMany() async throws {
    let records = (0..<500).map { PhotoRecord("\($0)", "Photo \($0)", by: "Ann") }
    let library = try await TestLibrary(records)
    let list = try library.photoList()
    list.turn(to: .all)
    // As the browser does.
    func loadAll() async throws {
      try await list.load()
      try await list.loadRest()
    }
    async let load: Void = loadAll()
    async let sort: Void = list.arrange(PhotoSort(.views), heading: .none)
    try await load
    try await sort
    #expect(list.list.controller.count == 500 && !list.list.isFilling)
  }

  @Test("Rows are not those of a filter or an order before its first photos are here")
  func arranging() async throws {
    let (_, list) = try await list()
    list.choose { $0.filter(by: "b", where: Photo.containing("b")) }
    #expect(list.isArranging && titles(list).count == 4)
    try await list.rearrange()
    #expect(!list.isArranging && titles(list) == ["Bay"])
    list.choose { $0.sort(by: PhotoSort(.views), heading: .none) }
    #expect(list.isArranging)
    try await list.rearrange()
    #expect(!list.isArranging)
    list.choose { $0.heading = .photographer }
    #expect(list.isArranging)
    try await list.rearrange()
    #expect(!list.isArranging)
  }

  @Test("What cannot be arranged as chosen stays as it was, and so does what is said of it")
  func failedArrangement() async throws {
    let (store, list) = try await countedList(3)
    list.turn(to: .all)
    try await list.load()
    let rows = ids(list)
    store.isFailing = true
    list.choose { $0.filter(by: "1", where: Photo.containing("Photo 1")) }
    await #expect(throws: StoreError.self) { try await list.rearrange() }
    #expect(list.arrangement.filter == "" && ids(list) == rows && !list.isArranging)
    list.choose { $0.sort(by: PhotoSort(.views), heading: .day) }
    await #expect(throws: StoreError.self) { try await list.rearrange() }
    #expect(list.arrangement.sort == PhotoSort(.title) && list.arrangement.heading == .none)
    store.isFailing = false
    try await list.filter("Photo 1")
    #expect(titles(list) == ["Photo 1"] && list.arrangement.filter == "Photo 1")
    let found = ids(list)
    store.isFailing = true
    list.choose { $0.filter(by: "", where: nil) }
    await #expect(throws: StoreError.self) { try await list.rearrange() }
    #expect(list.arrangement.filter == "Photo 1" && ids(list) == found)
  }

  /// The identities of the rows, which need no reading.
  private func ids(_ list: PhotoList) -> [ManagedObjectID] {
    (0..<list.list.controller.count).map { list.list.controller.objectID(at: $0) }
  }

  @Test("Of two arrangements chosen at once, both end when the later one cannot be read")
  func failedArrangements() async throws {
    let (store, list) = try await countedList(3)
    let rows = titles(list)
    store.isFailing = true
    for text in ["1", "2"] { list.choose { $0.filter(by: text, where: Photo.containing(text)) } }
    await #expect(throws: StoreError.self) { try await list.rearrange() }
    store.isFailing = false
    try await list.rearrange()
    #expect(list.arrangement.filter == "" && titles(list) == rows && !list.isArranging)
  }

  @Test("A filter of which only the first photos can be read keeps its text, also when the next one fails")
  func failedInPart() async throws {
    let (store, list) = try await countedList(600)
    try await list.loadRest()
    list.list.onChange = { store.isFailing = true }
    await #expect(throws: StoreError.self) { try await list.filter("Photo") }
    await #expect(throws: StoreError.self) { try await list.filter("Photo 1") }
    #expect(list.arrangement.filter == "Photo" && !list.list.controller.isComplete)
    (list.list.onChange, store.isFailing) = ({}, false)
    try await list.filter("")
    #expect(list.arrangement.filter == "" && list.list.controller.count == 600)
  }

  @Test(
    "A filter stays when neither other photos nor another order can be read, and holds for what is read again"
  )
  func failedTurn() async throws {
    let (store, list) = try await countedList(3)
    try await list.filter("Photo 1")
    list.turn(to: .all)
    store.isFailing = true
    await #expect(throws: StoreError.self) { try await list.load() }
    await #expect(throws: StoreError.self) {
      try await list.arrange(PhotoSort(.views), heading: .none)
    }
    #expect(list.arrangement.filter == "Photo 1" && list.arrangement.sort == PhotoSort(.title))
    store.isFailing = false
    try await list.loadMissing()
    #expect(titles(list) == ["Photo 1"])
  }

  @Test("Photos that could not be read are read again, with their cursor")
  func loadMissing() async throws {
    let (store, list) = try await countedList(3)
    list.turn(to: .all, where: Photo.containing("Photo"))
    try await list.load()
    let second = list.list.controller.objectID(at: 1)
    store.isFailing = true
    list.turn(to: .all, where: Photo.containing("Photo"), selecting: second)
    await #expect(throws: StoreError.self) { try await list.load() }
    #expect(list.isUnread && titles(list) == [])
    await #expect(throws: StoreError.self) { try await list.loadMissing() }
    #expect(list.isUnread && !list.isTurning)
    store.isFailing = false
    try await list.loadMissing()
    #expect(!list.isUnread && titles(list).count == 3 && list.list.selectedID == second)
    try await list.loadMissing()
    #expect(titles(list).count == 3)
  }

  @Test("An order or a filter that comes while photos are read holds for them")
  func orderWhileTurning() async throws {
    let (library, list) = try await list()
    let ann = try #require(try library.photo("0").photographer).objectID
    list.turn(to: .photographer(ann))
    async let load: Void = list.load()
    async let sort: Void = list.arrange(PhotoSort(.views), heading: .none)
    try await load
    try await sort
    #expect(titles(list) == ["Cape", "Bay", "alps"])
    list.turn(to: .all)
    async let again: Void = list.load()
    async let filter: Void = list.filter("b")
    try await again
    try await filter
    #expect(titles(list) == ["Bay"])
  }

  private func select(_ ids: [String], in list: PhotoList, of library: TestLibrary) throws {
    for id in ids { list.selection.toggle(try library.photo(id).objectID) }
  }

  @Test("A selection survives sorting, filtering and other photographers, and counts what is not shown")
  func selectionSurvives() async throws {
    let (library, list) = try await list()
    try select(["3", "1", "2"], in: list, of: library)
    #expect(list.selected.map(\.title) == ["alps", "Bay", "Dike"] && list.hiddenCount == 0)
    try await list.arrange(PhotoSort(.views), heading: .none)
    #expect(list.selected.map(\.title) == ["Bay", "alps", "Dike"])
    try await list.filter("b")
    list.listDidChange()
    #expect(list.selected.first?.title == "Bay" && list.selected.count == 3 && list.hiddenCount == 2)
    let bob = try #require(try library.photo("3").photographer)
    list.turn(to: .photographer(bob.objectID))
    try await list.load()
    list.listDidChange()
    #expect(list.selection.count == 3 && list.hiddenCount == 3)
    try await list.filter("")
    list.listDidChange()
    #expect(list.hiddenCount == 2 && list.selected.first?.title == "Dike")
    list.turn(to: .all)
    try await list.load()
    #expect(list.selected.count == 3 && list.hiddenCount == 0)
  }

  @Test("A deleted photo leaves the selection, which says so")
  func selectionLosesDeleted() async throws {
    let (library, list) = try await list()
    try select(["3", "1", "2"], in: list, of: library)
    var lost: [Int] = []
    list.selection.onDeletion = { lost.append($0) }
    try await library.library.delete([try library.photo("1")]).committed()
    #expect(list.selected.map(\.title) == ["Bay", "Dike"] && lost == [1])
    let second = try library.photo("2")
    list.selection.remove([second.objectID])
    try await library.library.delete([second]).committed()
    #expect(list.selected.map(\.title) == ["Dike"] && lost == [1])
  }

  @Test("A count selects as many photos, as far as there are some, and the cursor goes on")
  func countedSelection() async throws {
    let (_, list) = try await list()
    list.toggleSelection(3)
    #expect(list.selected.map(\.title) == ["alps", "Bay", "Cape"] && list.list.selected?.title == "Dike")
    list.list.view.goTo(2)
    list.toggleSelection(99)
    #expect(list.selected.map(\.title) == ["alps", "Dike"] && list.list.selected?.title == "Dike")
  }
}
