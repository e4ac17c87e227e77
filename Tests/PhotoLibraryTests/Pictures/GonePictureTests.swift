import Flickr
import Foundation
import ObjectGraph
import PictureFetching
import TestSupport
import Testing
import Transfer

@testable import PhotoLibrary

@MainActor
@Suite("A photo whose picture is gone", .timeLimit(.minutes(10)))
struct GonePictureTests {
  let library: TestLibrary
  let host: LoopbackPictures
  let cache: PictureCache
  let fetcher: PictureFetcher
  let notices: AsyncStream<PictureNotice>

  init() throws {
    library = try TestLibrary()
    host = try LoopbackPictures()
    cache = PictureCache(folder: library.folder.url.appendingPathComponent("pictures"))
    let (notices, continuation) = AsyncStream<PictureNotice>.makeStream()
    self.notices = notices
    fetcher = PictureFetcher(
      cache: cache, client: TransferClient(), gonePictures: GonePictures(container: library.container)
    ) { continuation.yield($0) }
  }

  private func record(_ id: String, secret: String = "0a1b2c3d4e") -> PhotoRecord {
    var record = PhotoRecord.full(id)
    record.secret = secret
    record.renditions = host.renditions(of: id, secret: secret).map {
      Rendition(suffix: $0.suffix, url: $0.url, width: $0.width, height: $0.height)
    }
    return record
  }

  /// Asks for the picture as the library knows it.
  private func ask(_ id: String) async throws -> Result<PictureFile, PictureFetchError> {
    let subject = try library.photo(id).pictureSubject
    do throws(PictureFetchError) {
      return .success(try await fetcher.picture(of: subject, longerSide: 240))
    } catch {
      return .failure(error)
    }
  }

  /// Returns when the main context shows the photo as gone.
  private func untilShownAsGone(_ id: String) async throws {
    try await until { try library.photo(id).isPictureGone }
  }

  @Test("is marked in the library, without undo, and not asked for again")
  func marked() async throws {
    try await library.importPhotos([record("1"), record("2")])
    _ = try await ask("1").get()
    #expect(await cache.check().pictures == 1)
    // The owner deletes it; another size of it is asked for.
    host.answer("1", .pictureUnavailable)
    let subject = try library.photo("1").pictureSubject
    let error = await #expect(throws: PictureFetchError.self) {
      try await fetcher.picture(of: subject, longerSide: 1_024)
    }
    guard case .gone = error else { return #expect(Bool(false)) }
    try await untilShownAsGone("1")
    #expect(library.context.undoHistory?.canUndo == false)
    #expect(await cache.check().pictures == 0)
    let count = host.asked.count
    guard case .failure(.gone(let since)) = try await ask("1") else { return #expect(Bool(false)) }
    #expect(abs(since.timeIntervalSinceNow) < 60)
    #expect(host.asked.count == count)
    #expect(try library.photo("2").isPictureGone == false)
    // A new process reads it from the file.
    await library.container.coordinator.drain()
    #expect(try TestLibrary(library.folder).photo("1").isPictureGone)
  }

  /// Returns when the fetcher has recorded that the photo is gone.
  private func untilRecorded(_ id: String) async {
    for await notice in notices where notice == .gone(id: id) { return }
  }

  @Test("is not gone any more when its owner has changed the photo since, and is asked for again")
  func shownAgain() async throws {
    var record = record("1")
    try await library.importPhotos([record])
    host.answer("1", .html(status: 404, "Not Found"))
    _ = try await ask("1")
    try await untilShownAsGone("1")
    record.lastUpdate = Date(timeIntervalSinceNow: -3_600)
    try await library.importPhotos([record])
    #expect(try library.photo("1").isPictureGone)
    record.lastUpdate = Date(timeIntervalSinceNow: 3_600)
    try await library.importPhotos([record])
    #expect(try !library.photo("1").isPictureGone)
    await untilRecorded("1")
    host.restore("1")
    #expect(try await ask("1").get().rendition.suffix == "s")
  }

  @Test("is not gone any more when a feed lists the photo an hour later, and is asked for again")
  func listedByFeed() async throws {
    let gone = GonePictures(container: library.container)
    let ids = ["1", "2", "3"]
    try await library.importPhotos(ids.map { record($0) })
    for (id, age) in zip(ids, [60.0, 7_200, 7_200]) {
      let subject = try library.photo(id).pictureSubject
      #expect(try await gone.record(subject, since: Date(timeIntervalSinceNow: -age)))
      try await untilShownAsGone(id)
    }
    let listed = try ids.map { id in
      var record = record(id)
      record.lastUpdate = nil
      // The third one comes from another list.
      record.isFeedItem = id == "3" ? nil : true
      let small = try #require(record.rendition("s"))
      record.renditions = [Rendition(suffix: "s", url: small.url)]
      return record
    }
    #expect(try await library.importPhotos(listed).changed == 1)
    #expect(try ids.map { try library.photo($0).isPictureGone } == [true, false, true])
    #expect(try await ask("2").get().rendition.suffix == "s")
  }

  @Test("A photo whose own file is away is asked for once if the host says that its picture is gone")
  func ownFileAway() async throws {
    try await library.importPhotos([record("1")])
    let own = OwnPicture(.file(path: library.folder.path("away/1.jpg")), width: 6_000, height: 4_000)
    try library.photo("1").ownPictureText = own.text
    try library.context.save()
    await library.container.coordinator.drain()
    host.answer("1", .html(status: 404, "Not Found"))
    _ = try await ask("1")
    await untilRecorded("1")
    let count = host.asked.count
    guard case .failure(.file) = try await ask("1") else { return #expect(Bool(false)) }
    #expect(host.asked.count == count)
  }

  @Test("A photo whose picture is gone stays so until a refresh imports another address")
  func refreshed() async throws {
    try await library.importPhotos([record("1")])
    host.answer("1", .html(status: 404, "Not Found"))
    _ = try await ask("1")
    try await untilShownAsGone("1")
    #expect(try await library.importPhotos([record("1")]).unchanged == 1)
    #expect(try library.photo("1").isPictureGone)
    #expect(try await library.importPhotos([record("1", secret: "aaaa")]).changed == 1)
    #expect(try library.photo("1").isPictureGone == false)
    #expect(try library.photo("1").pictureGoneSince == nil)
    host.restore("1")
    #expect(try await ask("1").get().rendition.suffix == "s")
  }

  @Test("is left alone by a note that comes late: deleted, replaced or marked already")
  func late() async throws {
    let gone = GonePictures(container: library.container)
    try await library.importPhotos([record("1"), record("2"), record("3")])
    let subjects = try ["1", "2", "3"].map { try library.photo($0).pictureSubject }
    try await library.delete("1")
    try await library.importPhotos([record("2", secret: "aaaa")])
    let date = Date(timeIntervalSince1970: 1_700_000_000)
    #expect(try await gone.record(subjects[2], since: date))
    let records = [false, false, true]
    for (subject, isRecorded) in zip(subjects, records) {
      #expect(try await gone.record(subject, since: .now) == isRecorded)
    }
    await library.container.coordinator.drain()
    let again = try TestLibrary(library.folder)
    #expect(try again.photos().map(\.flickrID) == ["2", "3"])
    #expect(try again.photo("2").isPictureGone == false)
    #expect(try again.photo("3").pictureGoneSince == date)
  }

  @Test("is marked while imports change the same photos, and nothing of them is lost")
  func meanwhile() async throws {
    let gone = GonePictures(container: library.container)
    let ids = (1...200).map(String.init)
    try await library.importPhotos(ids.map { record($0) })
    let subjects = try ids.map { try library.photo($0).pictureSubject }
    // Each round has photos of its own, so that none repeats what another one lost.
    let rounds = (0..<10).map { $0 * 20..<$0 * 20 + 20 }
    let notes = Task {
      for round in rounds {
        for subject in subjects[round] { _ = try await gone.record(subject, since: .now) }
      }
    }
    for round in rounds {
      try await library.importPhotos(
        ids[round].map { id in
          var record = record(id, secret: id.hasSuffix("5") ? "new" : "0a1b2c3d4e")
          record.views = 10
          return record
        })
    }
    try await notes.value
    await library.container.coordinator.drain()
    let again = try TestLibrary(library.folder)
    for photo in try again.photos() {
      #expect(photo.views == 10)
      #expect(photo.isPictureGone == !photo.flickrID.hasSuffix("5"))
    }
    #expect(try await again.isSound())
  }
}
