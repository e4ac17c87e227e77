import Flickr
import Foundation
import ObjectGraph
import PhotoLibrary
import PictureFetching
import PictureLooks
import TestSupport
import Testing

@MainActor
@Suite("Looks of photos in a library", .timeLimit(.minutes(10)))
struct LookKeeperTests {
  @Test("A look is kept for its photo, without undo, and read again by another process")
  func kept() async throws {
    let looks = try await LooksLibrary("a1", "b2")
    #expect(try looks.test.photo("1").look?.value == LooksLibrary.look("a"))
    #expect(try looks.test.photo("2").look?.value == LooksLibrary.look("b"))
    #expect(looks.library.context.undoHistory?.canUndo == false)
    let again = try TestLibrary(looks.test.folder)
    #expect(try again.photo("2").look?.value == LooksLibrary.look("b"))
    #expect(try await again.isSound())
  }

  @Test("A look of the same picture writes nothing, that of another picture replaces it")
  func again() async throws {
    let looks = try await LooksLibrary("a1")
    let before = try await looks.test.rows([Photo.self, Look.self])
    let id = try looks.test.photo("1").objectID
    var bytes = try LooksLibrary.look("a").bytes
    bytes[0] ^= 1
    let same = LookKeeper(container: looks.test.container, pause: .seconds(600))
    #expect(same.needsLook(of: id))
    await same.keep(try #require(PictureLook(bytes: bytes)), of: id)
    #expect(!same.needsLook(of: id))
    try await same.save()
    #expect(try await looks.test.rows([Photo.self, Look.self]) == before)

    let other = LookKeeper(container: looks.test.container, pause: .seconds(600))
    await other.keep(try LooksLibrary.look("c"), of: id)
    try await other.save()
    try await looks.synced()
    #expect(try looks.test.photo("1").look?.value == LooksLibrary.look("c"))
  }

  @Test("Looks that were saved before others could not be are in stacks after the next search")
  func savedInPart() async throws {
    let (library, store) = try TestLibrary.counted()
    try await library.importPhotos((1...250).map { PhotoRecord.full("\($0)") })
    let keeper = LookKeeper(container: library.container, pause: .seconds(600))
    for photo in try library.photos() { await keeper.keep(try LooksLibrary.look("a"), of: photo.objectID) }
    store.holdNextFetch { store.isFailing = true }
    await #expect(throws: StoreError.self) { try await keeper.save() }
    store.isFailing = false
    try await keeper.save()
    let again = try TestLibrary(library.folder)
    #expect(try again.photos().count { $0.look != nil } == 200)
    #expect(try again.photos().count { $0.look?.stack != nil } == 200)
  }

  @Test("A file that changes loses the look of its former contents, and gets another one in the same session")
  func changedFile() async throws {
    let folder = try PhotoFolder()
    for number in 1...2 { try folder.write("\(number).jpg", CameraFile.shot(number)) }
    try await folder.scan()
    let photos = try folder.photos()
    let keeper = LookKeeper(container: folder.test.container, pause: .seconds(600))
    for photo in photos { await keeper.keep(try LooksLibrary.look("a"), of: photo.objectID) }
    try await keeper.save()
    var edited = CameraFile.shot(1)
    edited.iptc = [(25, "sea")]
    try folder.write("1.jpg", edited)
    try await folder.scan()
    #expect(photos.map(\.title) == ["1", "2"] && photos.map { $0.look == nil } == [true, false])
    await keeper.photosDidChange()
    await keeper.keep(try LooksLibrary.look("c"), of: photos[0].objectID)
    try await keeper.save()
    await folder.test.container.coordinator.drain()
    #expect(photos[0].look?.value == (try LooksLibrary.look("c")))
    #expect(photos[1].look?.value == (try LooksLibrary.look("a")) && photos[1].look?.stack == nil)
  }

  /// A large file, which has the same beginning and end whatever is in its middle.
  private func bytes(_ middle: UInt8) -> [UInt8] {
    let padding = [UInt8](repeating: 0, count: 200_000)
    return CameraFile.shot(1).bytes + padding + [middle] + padding
  }

  @Test("A file of which only the middle changes loses its look, and one whose permissions change keeps it")
  func changedMiddle() async throws {
    let folder = try PhotoFolder()
    try folder.write("1.jpg", bytes: bytes(1))
    try await folder.scan()
    let photo = try #require(try folder.photos().first)
    let keeper = LookKeeper(container: folder.test.container, pause: .seconds(600))
    let version = OwnPicture.Place.file(path: folder.path("1.jpg")).version
    await keeper.keep(try LooksLibrary.look("a"), of: photo.objectID, madeOf: version)
    try await keeper.save()
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: folder.path("1.jpg"))
    try await folder.scan()
    #expect(photo.look != nil)
    try folder.write("1.jpg", bytes: bytes(2), modified: Date(timeIntervalSince1970: 1_600_000_000))
    try await folder.scan()
    #expect(photo.look == nil && photo.filePath == folder.path("1.jpg"))
  }

  @Test(
    "A look of a file that was replaced before the look is saved is dropped, and that of its successor is kept"
  )
  func replacedMeanwhile() async throws {
    let folder = try PhotoFolder()
    try folder.write("1.jpg", bytes: bytes(1))
    try await folder.scan()
    let photo = try #require(try folder.photos().first)
    let place = OwnPicture.Place.file(path: folder.path("1.jpg"))
    let keeper = LookKeeper(container: folder.test.container, pause: .seconds(600))
    await keeper.keep(try LooksLibrary.look("a"), of: photo.objectID, madeOf: place.version)
    #expect(!keeper.needsLook(of: photo.objectID))
    try folder.write("1.jpg", bytes: bytes(2), modified: Date(timeIntervalSince1970: 1_600_000_000))
    try await keeper.save()
    #expect(try await folder.test.rows([Look.self]).isEmpty && keeper.needsLook(of: photo.objectID))
    await keeper.keep(try LooksLibrary.look("b"), of: photo.objectID, madeOf: place.version)
    try await keeper.save()
    await folder.test.container.coordinator.drain()
    #expect(photo.look?.value == (try LooksLibrary.look("b")))
  }

  private func record(_ id: String, _ title: String = "A title", secret: String) -> PhotoRecord {
    var record = PhotoRecord(id, title)
    record.secret = secret
    return record
  }

  @Test("A photo whose owner replaces its picture loses its look, and one whose title changes keeps it")
  func replacedPicture() async throws {
    let library = try TestLibrary()
    try await library.importPhotos([record("1", "One", secret: "a"), record("2", "Two", secret: "a")])
    let keeper = LookKeeper(container: library.container, pause: .seconds(600))
    for photo in try library.photos() { await keeper.keep(try LooksLibrary.look("a"), of: photo.objectID) }
    try await keeper.save()
    try await library.importPhotos([record("1", "One", secret: "b"), record("2", "2", secret: "a")])
    await library.container.coordinator.drain()
    #expect(try library.photo("1").look == nil && library.photo("2").look != nil)
    #expect(try await library.isSound())
  }

  @Test("Looks that come one by one are saved without being asked")
  func later() async throws {
    let library = try TestLibrary()
    try await library.importPhotos([.full("1"), .full("2")])
    let keeper = LookKeeper(container: library.container, pause: .milliseconds(1))
    for id in ["1", "2"] { await keeper.keep(try LooksLibrary.look("a"), of: try library.photo(id).objectID) }
    try await until { try library.photos().allSatisfy { $0.look?.stack != nil } }
    #expect(try library.photo("1").look?.stack == library.photo("2").look?.stack)
  }

  @Test("Photos are found by the likeness of their pictures, those that came since the last search included")
  func alike() async throws {
    let looks = try await LooksLibrary("a1", "b1", "a2", "c1")
    func found(_ letter: Substring, atMost count: Int = 500) async throws -> [String] {
      let ids = try await looks.keeper.photos(like: LooksLibrary.look(letter), atMost: count)
      return ids.compactMap { (looks.library.context.object(with: $0) as? Photo)?.flickrID }
    }
    #expect(try await found("b", atMost: 1) == ["2"])
    #expect(try await found("a").prefix(2) == ["1", "3"])
    #expect(try await Set(found("a")) == ["1", "2", "3", "4"])
    try await looks.test.importPhotos([.full("5")])
    await looks.keeper.keep(try LooksLibrary.look("a"), of: try looks.test.photo("5").objectID)
    #expect(try await found("a").prefix(3) == ["1", "3", "5"])
    let counts = try await looks.library.photosWithoutLook()
    #expect(counts == (0, 5))
  }

  @Test("A photo whose picture was replaced is not found by the likeness of its former picture")
  func alikeBefore() async throws {
    let library = try TestLibrary()
    try await library.importPhotos([record("1", secret: "a"), record("2", secret: "a")])
    let keeper = LookKeeper(container: library.container, pause: .seconds(600))
    let ids = try ["1", "2"].map { try library.photo($0).objectID }
    // The look that came last stays.
    for id in ids {
      await keeper.keep(try LooksLibrary.look("a"), of: id)
      try await keeper.save()
    }
    #expect(try await Set(keeper.photos(like: LooksLibrary.look("a"))) == Set(ids))
    try await library.importPhotos([record("1", secret: "b")])
    await keeper.photosDidChange()
    #expect(try await keeper.photos(like: LooksLibrary.look("a")) == [ids[1]])
  }

  @Test("Looks that were read before a photo was deleted are not used for the searches after it")
  func alikeMeanwhile() async throws {
    let (library, store) = try TestLibrary.counted()
    try await library.importPhotos([.full("1"), .full("2")])
    let keeper = LookKeeper(container: library.container, pause: .seconds(600))
    let ids = try ["1", "2"].map { try library.photo($0).objectID }
    // The look that came last stays.
    for id in ids {
      await keeper.keep(try LooksLibrary.look("a"), of: id)
      try await keeper.save()
    }
    let (readings, began) = AsyncStream<Void>.makeStream()
    let goesOn = DispatchSemaphore(value: 0)
    store.holdNextScan {
      began.finish()
      goesOn.wait()
    }
    let search = Task { try await keeper.photos(like: LooksLibrary.look("a")) }
    for await _ in readings {}
    try await library.delete("1")
    await keeper.photosDidChange()
    goesOn.signal()
    #expect(try await Set(search.value) == Set(ids))
    #expect(try await keeper.photos(like: LooksLibrary.look("a")) == [ids[1]])
  }

  @Test("A photo that was deleted at once before a search is not found by it, and not by those after it")
  func alikeAtOnce() async throws {
    let looks = try await LooksLibrary("a1", "a2", "a3", "a4", "a5")
    for id in ["1", "2", "3", "4"] {
      try looks.library.delete([looks.test.photo(id)])
      await looks.keeper.photosDidChange()
      let left = try looks.test.photos().map(\.objectID)
      for _ in 1...2 {
        let found = try await looks.keeper.photos(like: LooksLibrary.look("a"))
        #expect(Set(found) == Set(left))
      }
    }
  }

  @Test("The look of a photo that was deleted meanwhile is dropped, and that of a deleted photo goes with it")
  func deleted() async throws {
    let looks = try await LooksLibrary("a1", "b1")
    let id = try looks.test.photo("2").objectID
    try await looks.test.delete("2")
    #expect(try await looks.test.rows([Look.self]).count == 1)
    let keeper = LookKeeper(container: looks.test.container, pause: .seconds(600))
    await keeper.keep(try LooksLibrary.look("b"), of: id)
    try await keeper.save()
    #expect(try await looks.test.rows([Look.self]).count == 1)
    try looks.library.undo()
    #expect(try looks.test.photo("2").look?.value == LooksLibrary.look("b"))
    try await looks.synced()
    #expect(try await looks.test.isSound())
  }

  @Test("Two searches for stacks at the same time come one after the other")
  func together() async throws {
    let looks = try await LooksLibrary("a1", "a2")
    try await looks.test.importPhotos([.full("3")])
    await looks.keeper.keep(try LooksLibrary.look("a"), of: try looks.test.photo("3").objectID)
    async let first = looks.keeper.findStacks()
    async let second = looks.keeper.findStacks()
    let counts = try await [first, second]
    // The second one finds what the first has saved.
    #expect(counts.contains { $0.changed == 0 } && counts.contains { $0.changed > 0 })
    #expect(counts.allSatisfy { $0.stacks == 1 && $0.photos == 3 })
    try await looks.synced()
    #expect(try looks.stacks().count == 1)
  }
}
