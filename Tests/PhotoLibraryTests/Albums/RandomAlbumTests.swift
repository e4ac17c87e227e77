import Flickr
import ObjectGraph
import TestSupport
import Testing

@testable import PhotoLibrary

@MainActor
@Suite("Random changes of albums", .timeLimit(.minutes(10)))
struct RandomAlbumTests {
  /// The IDs of the photos of each own album, in their order; the photos that are there.
  private struct Model: Equatable {
    var albums: [String: [String]] = [:]
    var photos: [String] = []

    /// Moves a block of an album by places; returns whether anything moved.
    mutating func move(_ ids: Set<String>, in title: String, by count: Int) -> Bool {
      guard let order = albums[title], count != 0 else { return false }
      let block = order.filter(ids.contains)
      let rest = order.filter { !ids.contains($0) }
      guard let edge = count > 0 ? block.last : block.first, let place = order.firstIndex(of: edge) else {
        return false
      }
      let before = order[..<place].count { !ids.contains($0) }
      let target = min(max(0, before + count), rest.count)
      albums[title] = rest[..<target] + block + rest[target...]
      return albums[title] != order
    }
  }

  private let titles = ["A", "B", "C"]

  @Test(
    "Changes, undo, redo, refreshes and deletions leave own albums as a model has them",
    arguments: Seeds.range(quick: 4, long: 100))
  func randomly(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let test = try TestLibrary()
    let library = test.library
    var model = Model()
    /// The states before the events that can be undone, and after those that can be redone.
    var (past, future): ([Model], [Model]) = ([], [])
    model.photos = (0..<12).map(String.init)
    try await test.importPhotos(model.photos.map { .full($0) })
    for step in 0..<250 {
      let before = model
      let ids = Set(
        (0..<Int.random(in: 1...3, using: &random)).compactMap { _ in
          model.photos.randomElement(using: &random)
        })
      let order = ids.sorted()
      let photos = try order.map { try test.photo($0) }
      let title = try #require(titles.randomElement(using: &random))
      let album = try library.ownAlbum(named: title)
      let count = Int.random(in: -4...4, using: &random)
      var isEdit = true
      switch Int.random(in: 0..<13, using: &random) {
      case 0...3:
        let result = try library.add(photos, toAlbumNamed: title)
        let added = order.filter { !(model.albums[title] ?? []).contains($0) }
        #expect(result.added == added.count && result.isNew == (album == nil))
        model.albums[title, default: []] += added
        isEdit = result.isNew || !added.isEmpty
      case 4...6:
        guard let album else { continue }
        let isMoved = model.move(ids, in: title, by: count)
        #expect(try library.move(photos, in: album, by: count) == isMoved, "seed \(seed), step \(step)")
        isEdit = isMoved
      case 7:
        guard let album else { continue }
        let removed = try library.remove(photos, from: album)
        model.albums[title]?.removeAll(where: ids.contains)
        isEdit = removed > 0
      case 8:
        guard photos.count < model.photos.count else { continue }
        try library.delete(photos)
        model.photos.removeAll(where: ids.contains)
        for title in model.albums.keys { model.albums[title]?.removeAll(where: ids.contains) }
      case 9:
        guard let album, Bool.random(using: &random) else { continue }
        try library.delete(album)
        model.albums[title] = nil
      case 10:
        // A refresh, while the edits may not be saved yet.
        var record = PhotoRecord.full(order.first ?? "0")
        record.title = "Title \(step)"
        try await test.importPhotos([record])
        isEdit = false
      case 11:
        isEdit = false
        guard let former = past.popLast() else { continue }
        try library.undo()
        future.append(model)
        model = former
      default:
        isEdit = false
        guard let later = future.popLast() else { continue }
        try library.redo()
        past.append(model)
        model = later
      }
      if isEdit {
        past.append(before)
        future = []
      }
      if Int.random(in: 0..<10, using: &random) == 0 { await library.savesFinished() }
      let shown = try Dictionary(
        uniqueKeysWithValues: library.albums().map {
          ($0.title, try library.photos(in: $0).map(\.flickrID))
        })
      try #require(shown == model.albums, "seed \(seed), step \(step)")
    }
    await library.savesFinished()
    #expect(try await test.isSound(), "seed \(seed)")
    let reopened = try PhotoLibrary(folder: test.folder.url, isReadOnly: true)
    for (title, ids) in model.albums {
      let album = try #require(try reopened.album(named: title))
      #expect(try reopened.photos(in: album).map(\.flickrID) == ids, "seed \(seed)")
    }
  }
}
