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
