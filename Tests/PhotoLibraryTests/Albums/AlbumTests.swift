import Flickr
import Foundation
import ObjectGraph
import TestSupport
import Testing

@testable import PhotoLibrary

@MainActor
@Suite("Albums", .timeLimit(.minutes(10)))
struct AlbumTests {
  let test: TestLibrary
  private var library: PhotoLibrary { test.library }

  init() throws { test = try TestLibrary() }

  /// Photos 1 to 5.
  private func fill() async throws { try await test.importPhotos((1...5).map { .full("\($0)") }) }

  private func photos(_ ids: String...) throws -> [Photo] { try ids.map { try test.photo($0) } }

  /// The IDs of the photos of an album in their order.
  private func order(_ album: Album) throws -> String {
    try library.photos(in: album).map(\.flickrID).joined(separator: " ")
  }

  @Test("Photos are added to the end of an album once, which is created by its title")
  func adding() async throws {
    try await fill()
    let first = try library.add(photos("2", "1", "2"), toAlbumNamed: " Lisbon\nat night ")
    #expect(first.isNew && first.added == 2 && first.album.title == "Lisbon at night")
    let second = try library.add(photos("1", "4"), toAlbumNamed: "lisbon AT night")
    #expect(!second.isNew && second.added == 1 && second.album === first.album)
    #expect(try order(first.album) == "2 1 4")
    #expect(try library.add(photos("4"), to: first.album) == 0)
    #expect(try library.undo() == "adding “Sea 🌊 4” to “Lisbon at night”")
    #expect(try order(first.album) == "2 1")
    #expect(try library.undo() == "adding 2 photos to the new album “Lisbon at night”")
    #expect(try library.albums().isEmpty)
    try library.redo()
    let album = try #require(try library.ownAlbum(named: "Lisbon at night"))
    #expect(try order(album) == "2 1")
    await library.savesFinished()
    #expect(try await library.albumCounts() == [album.objectID: 2])
    #expect(try await test.isSound())
  }

  @Test("An album that was deleted is refused, and photos that were deleted are left out")
  func deletedMeanwhile() async throws {
    try await fill()
    let (album, gone) = (try library.createAlbum(named: "Sea"), try library.createAlbum(named: "Land"))
    let some = try photos("1", "2")
    try await library.delete(gone).committed()
    try await test.delete("1")
    #expect(try library.add(some, to: album) == 1)
    #expect(try order(album) == "2")
    #expect(throws: AlbumError.noSuchAlbum("Land")) { try library.add(some, to: gone) }
    #expect(throws: AlbumError.noSuchAlbum("Land")) { try library.rename(gone, to: "Sand") }
    #expect(throws: AlbumError.noSuchAlbum("Land")) { try library.copy(gone) }
    #expect(try library.albums() == [album])
  }

  @Test("Titles are unique among own albums, and needed")
  func titles() async throws {
    let album = try library.createAlbum(named: "Sea", about: " by\nthe sea ")
    #expect(album.about == "by the sea" && album.kind == .own)
    #expect(throws: AlbumError.titleTaken("Sea")) { try library.createAlbum(named: "sea") }
    #expect(throws: AlbumError.noTitle) { try library.createAlbum(named: " \n") }
    let other = try library.createAlbum(named: "Land")
    #expect(throws: AlbumError.titleTaken("Sea")) { try library.rename(other, to: "SEA") }
    try library.rename(album, to: "SEA")
    try library.describe(album, as: "")
    #expect(album.title == "SEA" && album.about.isEmpty)
    #expect(try library.albums().map(\.title) == ["Land", "SEA"])
    try library.delete(other)
    #expect(try library.albums().map(\.title) == ["SEA"])
    for _ in 0..<3 { try library.undo() }
    #expect(try library.albums().map(\.title) == ["Land", "Sea"] && album.about == "by the sea")
  }

  @Test("The albums of a photo are in the order of the list of all albums")
  func albumsOfPhoto() async throws {
    try await fill()
    for title in ["Zebra", "apple", "Album 10", "Album 9"] {
      _ = try library.add(photos("1"), toAlbumNamed: title)
    }
    #expect(try photos("1")[0].albums.map(\.title) == ["Album 9", "Album 10", "apple", "Zebra"])
    #expect(try library.albums().map(\.title) == ["Album 9", "Album 10", "apple", "Zebra"])
  }

  @Test("Photos move by places and next to others, alone and as a block")
  func moving() async throws {
    try await fill()
    let album = try library.createAlbum(named: "Sea")
    try library.add(photos("1", "2", "3", "4", "5"), to: album)
    #expect(try library.move(photos("2"), in: album, by: 1) && order(album) == "1 3 2 4 5")
    #expect(try library.move(photos("2"), in: album, by: -99) && order(album) == "2 1 3 4 5")
    #expect(try library.move(photos("2"), in: album, by: .max) && order(album) == "1 3 4 5 2")
    #expect(try library.move(photos("2"), in: album, by: .min) && order(album) == "2 1 3 4 5")
    #expect(try !library.move(photos("2"), in: album, by: -1))
    #expect(try !library.move(photos("2"), in: album, by: 0))
    #expect(try library.move(photos("2", "3"), in: album, by: 1) && order(album) == "1 4 2 3 5")
    #expect(try library.move(photos("5", "1"), in: album, before: test.photo("3")))
    #expect(try order(album) == "4 2 1 5 3")
    #expect(try library.move(photos("4"), in: album, after: test.photo("5")))
    #expect(try order(album) == "2 1 5 4 3")
    #expect(try !library.move(photos("4"), in: album, after: test.photo("5")))
    // A block with gaps at the end comes together.
    #expect(try library.move(photos("2", "3"), in: album, by: 5) && order(album) == "1 5 4 2 3")
    #expect(try library.undo() == "moving “Sea 🌊 2” in “Sea”" && order(album) == "2 1 5 4 3")
  }

  @Test("A move writes one row, and a move back another one")
  func oneRow() async throws {
    try await fill()
    let album = try library.createAlbum(named: "Sea")
    try library.add(photos("1", "2", "3", "4", "5"), to: album)
    func rows() async throws -> Set<Row> {
      await library.savesFinished()
      return Set(try await test.rows([Album.self, AlbumEntry.self, Photo.self, Photographer.self]))
    }
    var before = try await rows()
    for (id, count) in [("1", 2), ("5", -4), ("1", -1), ("3", 1)] {
      #expect(try library.move(photos(id), in: album, by: count))
      let after = try await rows()
      #expect(after.subtracting(before).count == 1, "moving \(id) by \(count)")
      before = after
    }
    try library.undo()
    #expect(try await rows().subtracting(before).count == 1)
  }

  @Test("A gap that is used up has the album numbered again, in one event")
  func usedUpGap() async throws {
    try await fill()
    let album = try library.createAlbum(named: "Sea")
    try library.add(photos("1", "2", "3", "4", "5"), to: album)
    var moves = 0
    // Each move halves the gap behind 1.
    for _ in 0..<200 {
      let last = try #require(try library.photos(in: album).last)
      #expect(try library.move([last], in: album, after: test.photo("1")))
      moves += 1
      let expected = ["1"] + (0..<4).map { String(2 + ($0 + 4 - moves % 4) % 4) }
      #expect(try order(album) == expected.joined(separator: " "))
    }
    for _ in 0..<200 { try library.undo() }
    #expect(try order(album) == "1 2 3 4 5")
    #expect(AlbumPositions.spread(1, between: 1, and: 1.nextUp) == nil)
    #expect(AlbumPositions.spread(3, between: 1, and: 2) == [1.25, 1.5, 1.75])
    #expect(AlbumPositions.spread(2, between: nil, and: 1) == [-1, 0])
    #expect(AlbumPositions.spread(1, between: .greatestFiniteMagnitude, and: nil) == nil)
  }

  @Test("A deleted photo leaves its albums, and returns to its places by undo and by its ID")
  func deletion() async throws {
    try await fill()
    let album = try library.createAlbum(named: "Sea")
    let other = try library.createAlbum(named: "Other")
    let gone = try library.createAlbum(named: "Gone")
    try library.add(photos("1", "2", "3"), to: album)
    try library.add(photos("3", "2"), to: other)
    try library.add(photos("2"), to: gone)
    try await library.setCover(test.photo("2"), of: album).committed()
    try await test.delete("2")
    #expect(try order(album) == "1 3" && order(other) == "3" && album.coverPhoto == nil)
    try library.undo()
    #expect(try order(album) == "1 2 3" && order(other) == "3 2")
    #expect(try album.coverPhoto === test.photo("2"))
    try await test.delete("2")
    try library.delete(gone)
    try await library.restore(["2"]).committed()
    #expect(try order(album) == "1 2 3" && order(other) == "3 2")
    #expect(try album.coverPhoto === test.photo("2"))
    #expect(try await test.isSound())
  }

  @Test("The cover is a photo of the album, and is reset with it")
  func cover() async throws {
    try await fill()
    let album = try library.createAlbum(named: "Sea")
    try library.add(photos("1", "2"), to: album)
    let third = try test.photo("3")
    #expect(throws: AlbumError.notInAlbum(photo: third.title, title: "Sea")) {
      try library.setCover(third, of: album)
    }
    try library.setCover(test.photo("1"), of: album)
    try library.setCover(test.photo("2"), of: album)
    #expect(try album.coverPhoto === test.photo("2"))
    #expect(try library.remove(photos("2", "3"), from: album) == 1 && album.coverPhoto == nil)
    #expect(try library.remove(photos("2"), from: album) == 0)
    try library.undo()
    #expect(try album.coverPhoto === test.photo("2"))
    try library.setCover(nil, of: album)
    #expect(album.coverPhoto == nil)
  }

  @Test("The ID of an album is no title, and names that album even if an own one has it as its title")
  func titlesLikeIDs() async throws {
    try await fill()
    let album = try library.createAlbum(named: "Sea")
    (album.kindNumber, album.identifier) = (AlbumKind.flickr.rawValue, "777")
    #expect(throws: AlbumError.titleIsID("777")) { try library.add(photos("1"), toAlbumNamed: "777") }
    #expect(throws: AlbumError.titleIsID("777")) { try library.createAlbum(named: "777") }
    let own = try library.createAlbum(named: "Land")
    #expect(throws: AlbumError.titleIsID("777")) { try library.rename(own, to: "777") }
    // An earlier version made such albums.
    own.title = "777"
    #expect(try library.album(named: "777") === album)
    #expect(try library.copy(own).title == "777 2")
  }

  @Test("An album of Flickr's is not edited, and its copy is own")
  func copies() async throws {
    try await fill()
    let album = try library.createAlbum(named: "Sea", about: "blue")
    try library.add(photos("3", "1", "2"), to: album)
    try library.setCover(test.photo("1"), of: album)
    album.kindNumber = AlbumKind.flickr.rawValue
    let error = AlbumError.notOwn(title: "Sea")
    #expect(throws: error) { try library.add(photos("4"), to: album) }
    #expect(throws: error) { try library.remove(photos("3"), from: album) }
    #expect(throws: error) { try library.move(photos("3"), in: album, by: 1) }
    #expect(throws: error) { try library.move(photos("3"), in: album, after: test.photo("1")) }
    #expect(throws: error) { try library.rename(album, to: "Other") }
    #expect(throws: error) { try library.describe(album, as: "Other") }
    #expect(throws: error) { try library.setCover(nil, of: album) }
    let copy = try library.copy(album)
    #expect(copy.kind == .own && copy.title == "Sea" && copy.about == "blue")
    #expect(try order(copy) == "3 1 2" && copy.coverPhoto === test.photo("1"))
    #expect(try library.copy(album).title == "Sea 2" && library.copy(album, as: "Land").title == "Land")
    #expect(try library.album(named: "sea") === copy)
    #expect(try library.album(named: album.identifier) === album)
    await library.savesFinished()
    #expect(try await test.isSound())
  }

  @Test("An album that two programs add a photo to at the same time has it once")
  func concurrentAddition() async throws {
    try await fill()
    let album = try library.createAlbum(named: "Sea")
    try library.add(photos("1"), to: album)
    await library.savesFinished()
    let (id, photo) = (album.objectID, try test.photo("2").objectID)
    let worker = try test.makeBackgroundContext()
    try await worker.perform { context in
      let entry = try context.insert(AlbumEntry.self)
      entry.position = 2
      entry.album = context.object(with: id) as? Album
      entry.photo = context.object(with: photo) as? Photo
    }
    try library.add(photos("2"), to: album)
    try await worker.save()
    await library.savesFinished()
    #expect(try order(album) == "1 2")
    #expect(try await test.rows([AlbumEntry.self]).count == 2)
    #expect(try await test.isSound())
  }
}
