import Dispatch
import FetchedResults
import Flickr
import ListChanges
import PhotoLibrary
import TestSupport
import Testing

@testable import Browser
@testable import ObjectGraph

@MainActor @Suite("The photos of an album in its order", .timeLimit(.minutes(10)))
struct AlbumPhotosTests {
  private let test: TestLibrary
  private let album: Album
  private var library: PhotoLibrary { test.library }

  init() async throws {
    test = try await TestLibrary(
      (0..<10).map { PhotoRecord("\($0)", "Photo \($0)", by: $0 < 5 ? "Ann" : "Bob") })
    album = try test.library.createAlbum(named: "Sea")
    try test.library.add(try (0..<8).map { try #require(try test.library.photo("\($0)")) }, to: album)
  }

  private func photo(_ id: String) throws -> Photo { try #require(try library.photo(id)) }

  private func ids(_ list: AlbumPhotos) -> [String] {
    (0..<list.count).map { list.object(at: $0).flickrID }
  }

  private func list(where condition: FetchPredicate? = nil) async throws -> AlbumPhotos {
    let list = try AlbumPhotos(of: album.objectID, where: condition, context: library.context)
    try await list.loadPart(ListPart(200))
    try await list.loadRest()
    return list
  }

  @Test("A move is the move of one row, and an update of a photo that of its row")
  func oneRow() async throws {
    let list = try await list()
    var changes: [SectionedChanges] = []
    list.onChange = { changes.append($0) }
    for (id, count) in [("0", 3), ("7", -7), ("3", 1)] {
      try library.move([photo(id)], in: album, by: count)
      library.context.processPendingChanges()
    }
    try library.undo()
    #expect(changes.count == 4)
    for change in changes {
      #expect(change.movedRows.count == 1 && change.updatedRows.isEmpty)
      #expect(change.insertedRows.isEmpty && change.deletedRows.isEmpty && !change.isReload)
    }
    #expect(ids(list) == ["7", "1", "2", "3", "0", "4", "5", "6"])
    changes = []
    try library.mark([photo("4")], .stars(3))
    library.context.processPendingChanges()
    #expect(changes.map(\.updatedRows.count) == [1] && changes.allSatisfy { $0.movedRows.isEmpty })
  }

  @Test("A photo that was added unseen is found after everything was read again")
  func reload() async throws {
    await library.savesFinished()
    let list = try await list()
    let photo = try photo("9").objectID
    var insert = BatchInsertRequest(
      AlbumEntry.self,
      rows: [
        ["album": .reference(album.objectID), "photo": .reference(photo), "position": .real(1_000_000)]
      ])
    insert.rowLimit = 0
    #expect(try await library.context.execute(insert).report.isReload)
    try await until { list.path(of: photo) == RowPath(section: 0, row: 8) }
  }

  /// Makes an album of three photos, in a library whose store counts, and its list, which is empty.
  private func countedList() async throws -> (TestLibrary, CountingStore, Album, AlbumPhotos) {
    let (test, store) = try await TestLibrary.counted(
      (0..<4).map { PhotoRecord("\($0)", "Photo \($0)", by: "Ann") })
    let album = try test.library.createAlbum(named: "Sea")
    try test.library.add((0..<3).map { try test.photo("\($0)") }, to: album)
    await test.library.savesFinished()
    let list = try AlbumPhotos(of: album.objectID, where: nil, context: test.context)
    return (test, store, album, list)
  }

  @Test("A photo that is removed and added again while all are read is found where it is")
  func addedWhileReading() async throws {
    let (test, store, album, list) = try await countedList()
    let photo = try test.photo("0")
    let (readings, began) = AsyncStream<Void>.makeStream()
    let goesOn = DispatchSemaphore(value: 0)
    store.holdNextScan {
      began.finish()
      goesOn.wait()
    }
    let loading = Task { try await list.loadPart(ListPart(200)) }
    for await _ in readings {}
    try test.library.remove([photo], from: album)
    try test.library.add([photo], to: album)
    test.context.processPendingChanges()
    goesOn.signal()
    try await loading.value
    #expect(list.path(of: photo.objectID) == RowPath(section: 0, row: 2))
    await test.library.savesFinished()
  }

  @Test("Photos that cannot be read after a reload are read with the next change")
  func failing() async throws {
    let (test, store, album, list) = try await countedList()
    try await list.loadPart(ListPart(200))
    let photo = try test.photo("3")
    var before = store.counts
    let observation = test.context.observe { changes in
      guard changes.isReload else { return }
      (store.isFailing, before) = (true, store.counts)
    }
    var insert = BatchInsertRequest(
      AlbumEntry.self,
      rows: [
        [
          "album": .reference(album.objectID), "photo": .reference(photo.objectID),
          "position": .real(1_000_000),
        ]
      ])
    insert.rowLimit = 0
    try await test.context.execute(insert)
    // One reading is that of the rows.
    try await until { (store.counts - before).reads >= 2 && list.isOutdated }
    store.isFailing = false
    try test.library.mark([photo], .stars(3))
    try await until { list.path(of: photo.objectID) == RowPath(section: 0, row: 3) }
    await test.library.savesFinished()
    withExtendedLifetime(observation) {}
  }

  @Test(
    "The list follows random changes as the library has them, with a filter and without",
    arguments: Seeds.range(quick: 3, long: 50))
  func randomly(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let whole = try await list()
    let isAnn = try #require(try library.predicate(of: PhotoQuery("by:Ann")))
    let filtered = try await list(where: isAnn)
    // The number of changes that can be undone, without those that made the album.
    var done = 0
    for step in 0..<120 {
      let photos = try library.context.fetch(FetchRequest<Photo>())
      let some = photos.filter { _ in Int.random(in: 0..<5, using: &random) == 0 }
      switch Int.random(in: 0..<9, using: &random) {
      case 0...3:
        if try library.move(some, in: album, by: Int.random(in: -4...4, using: &random)) { done += 1 }
      case 4: if try library.add(some, to: album) > 0 { done += 1 }
      case 5: if try library.remove(some, from: album) > 0 { done += 1 }
      case 6:
        guard photos.count > 5, let last = some.last else { continue }
        try library.delete([last])
        done += 1
      case 7:
        guard done > 0 else { continue }
        try library.undo()
        done -= 1
      default: if try library.redo() != nil { done += 1 }
      }
      library.context.processPendingChanges()
      let expected = try library.photos(in: album)
      #expect(ids(whole) == expected.map(\.flickrID), "seed \(seed), step \(step)")
      let ann = expected.filter { $0.photographer?.name == "Ann" }.map(\.flickrID)
      #expect(ids(filtered) == ann, "seed \(seed), step \(step)")
      for (index, photo) in expected.enumerated() {
        #expect(whole.path(of: photo.objectID) == RowPath(section: 0, row: index), "seed \(seed)")
      }
    }
    await library.savesFinished()
  }
}
