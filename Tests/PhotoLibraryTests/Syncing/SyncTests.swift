import Flickr
import Foundation
import ObjectGraph
import PictureFetching
import SQLiteStore
import TestSupport
import Testing
import Transfer

@testable import PhotoLibrary

@MainActor
@Suite("A sync", .serialized, .timeLimit(.minutes(10)))
struct SyncTests {
  let library: TestLibrary
  let flickr: FakeFlickr
  let cache: PictureCache

  init() throws {
    library = try TestLibrary()
    flickr = try FakeFlickr(photos: 60)
    cache = PictureCache(folder: library.folder.url.appendingPathComponent("pictures"))
  }

  enum Way: CaseIterable { case byKey, byPictures }

  private func client(_ way: Way, retry: RetryPolicy = .never, pace: RequestPace = RequestPace())
    -> FlickrClient
  {
    FlickrClient(
      transfer: TransferClient(), key: way == .byKey ? APIKey("key") : nil,
      endpoint: FlickrEndpoint(base: flickr.url), perPage: 20, retry: retry, pace: pace)
  }

  private func sync(
    _ way: Way, limit: Int = 100, retry: RetryPolicy = .never, pace: RequestPace = RequestPace(),
    progress: @escaping @Sendable (SyncProgress) -> Void = { _ in }
  ) async throws -> SyncSummary {
    let client = client(way, retry: retry, pace: pace)
    return try await Sync(of: library.container, with: client, forgettingIn: cache, progress: progress)
      .run(limit: limit)
  }

  private func failure(
    _ way: Way, retry: RetryPolicy = .never, pace: RequestPace = RequestPace()
  ) async throws -> SyncFailure {
    try await #require(throws: SyncFailure.self) { try await sync(way, retry: retry, pace: pace) }
  }

  /// Imports photos, and returns their ids in the order in which they must be requested.
  @discardableResult
  private func importPhotos(_ source: PhotoSource = .recent) async throws -> [String] {
    try await library.refresh(source, with: client(.byKey))
    return try library.context.fetch(FetchRequest<Photo>()).map(\.flickrID)
  }

  /// Keeps a picture of each photo.
  private func fillCache() throws {
    for photo in try library.photos() {
      let rendition = try #require(photo.pictureSubject.renditions.first)
      try cache.store(LoopbackPictures.bytes(of: "1", "sq"), of: photo.flickrID, rendition)
    }
  }

  private func requests(_ way: Way) -> [LoopbackRequest] {
    switch way {
    case .byKey: flickr.server.requests.filter { $0.query["method"] == "flickr.photos.getInfo" }
    case .byPictures: flickr.pictures.server.requests.filter { $0.path.hasSuffix(".jpg") }
    }
  }

  /// What the file holds, read by a new process.
  private func stored() async throws -> (gone: [String], checked: [String]) {
    await library.container.coordinator.drain()
    let photos = try TestLibrary(library.folder).photos()
    return (
      photos.filter(\.isPictureGone).map(\.flickrID), photos.filter { $0.checkedAt != nil }.map(\.flickrID)
    )
  }

  @Test("marks photos that their owners removed, and forgets their pictures alone", arguments: Way.allCases)
  func removed(way: Way) async throws {
    let ids = try await importPhotos()
    try fillCache()
    flickr.change { world in
      for id in [ids[3], ids[7]] { world.delete(id) }
    }
    let summary = try await sync(way)
    #expect(Set(summary.gone.map(\.id)) == [ids[3], ids[7]])
    #expect(summary.present == 18 && summary.unclear == 0 && summary.waiting == 0)
    #expect(summary.end == .everythingChecked && summary.requests == requests(way).count)
    let stored = try await stored()
    #expect(Set(stored.gone) == [ids[3], ids[7]] && stored.checked.count == 20)
    #expect(await cache.check().pictures == 18)
    #expect(library.context.undoHistory?.canUndo == false)
    // Those are not asked for again, until a refresh imports other pictures.
    let again = try await sync(way)
    #expect(again.present == 18 && again.gone.isEmpty && again.waiting == 0)
    #expect(try await library.isSound())
  }

  @Test("knows by the key of photos that became private; by pictures alone it does not")
  func hidden() async throws {
    let ids = try await importPhotos()
    flickr.faults.add("fail:1:Photo not found", path: "/rest/", arguments: ["photo_id": ids[5]])
    #expect(try await sync(.byPictures).gone.isEmpty)
    #expect(try await sync(.byKey).gone.map(\.id) == [ids[5]])
    // With the secret, Flickr would show it.
    #expect(requests(.byKey).allSatisfy { $0.query["secret"] == nil })
  }

  @Test("leaves photos alone of which the user has the picture", arguments: Way.allCases)
  func ownPictures(way: Way) async throws {
    let ids = try await importPhotos()
    try fillCache()
    try library.photo(ids[3]).ownPictureText = OwnPicture(.file(path: "/3.jpg"), width: 6, height: 4).text
    try library.context.save()
    await library.container.coordinator.drain()
    flickr.change { $0.delete(ids[3]) }
    let summary = try await sync(way)
    #expect(summary.present == 19 && summary.gone.isEmpty && summary.waiting == 0)
    #expect(await cache.check().pictures == 20)
  }

  @Test("asks for those first that were asked for longest ago", arguments: Way.allCases)
  func order(way: Way) async throws {
    let ids = try await importPhotos()
    let first = try await sync(way, limit: 8)
    #expect(first.checked == 8 && first.waiting == 12 && first.end == .limit)
    #expect(Set(try await stored().checked) == Set(ids.prefix(8)))
    #expect(try await sync(way, limit: 8).checked == 8)
    #expect(Set(try await stored().checked) == Set(ids.prefix(16)))
    flickr.change { $0.delete(ids[2]) }
    // The rest, then those of the first time.
    let third = try await sync(way, limit: 8)
    #expect(third.checked == 8 && third.gone.map(\.id) == [ids[2]])
  }

  @Test("leaves photos alone that came from files or the sample roll")
  func local() async throws {
    let page = FlickrAnswers.page(photos: FlickrAnswers.photos(5))
    let file = library.folder.url.appendingPathComponent("page.json")
    try Data(page.utf8).write(to: file)
    let client = FlickrClient(
      transfer: TransferClient(), sampleRoll: TransferURL(Repository.url("assets/sample").absoluteString))
    try await library.refresh(.sample, with: client)
    try await library.refresh(.address(TransferURL(file.absoluteString)), with: client)
    let none = try await sync(.byKey)
    #expect(none.checked == 0 && none.waiting == 0 && none.end == .everythingChecked && none.requests == 0)
    try await importPhotos()
    #expect(try await sync(.byKey).checked == 20)
    #expect(try await stored().checked.allSatisfy { $0.hasPrefix("53") })
  }

  @Test("A sync requests the pictures of photos on pages of other hosts, with a key as well")
  func elsewhere() async throws {
    let server = try LoopbackFlickr()
    let photos = ["1", "2"].map { id in
      var photo = LoopbackPhoto(id: id, title: "Far", ownerID: "1@N00", ownerName: "Ann")
      photo.pictureHost = server.url
      return photo
    }
    let page = FlickrAnswers.page(photos: photos)
    server.serve { request in
      if request.path == "/page.json" { return .json(page) }
      return request.path.contains("/1_") ? .html(status: 404, "Not Found") : .png
    }
    try await library.refresh(.address(TransferURL(server.url + "/page.json")), with: client(.byKey))
    let summary = try await sync(.byKey)
    #expect(summary.gone.map(\.id) == ["1"] && summary.present == 1 && requests(.byKey).isEmpty)
  }

  @Test("ends where it is asked too often, and keeps what it found out", arguments: Way.allCases)
  func tooOften(way: Way) async throws {
    let ids = try await importPhotos()
    flickr.change { $0.delete(ids[1]) }
    flickr.faults.add("429:600", arguments: ["photo_id": ids[4]])
    flickr.pictureFaults.add("429:600", path: "\(ids[4])_")
    let failure = try await failure(way, retry: RetryPolicy(attempts: 3, firstDelay: .milliseconds(1)))
    #expect(failure.description == "The server asked to be left alone for another 10 min; try again then.")
    #expect(failure.summary.checked == 4 && failure.summary.gone.map(\.id) == [ids[1]])
    #expect(failure.summary.end == .failed && failure.summary.waiting == 16)
    #expect(Set(try await stored().checked) == Set(ids.prefix(4)))
  }

  @Test("waits as long as it is asked to, and says so", arguments: Way.allCases)
  func retryAfter(way: Way) async throws {
    try await importPhotos()
    let rules = way == .byKey ? flickr.faults : flickr.pictureFaults
    rules.add("429:1", count: 1)
    let waits = Steps()
    let start = ContinuousClock.now
    let summary = try await sync(way, limit: 2, retry: RetryPolicy(attempts: 2, firstDelay: .milliseconds(1)))
    {
      waits.record($0)
    }
    #expect(summary.present == 2 && summary.requests == 3)
    #expect(ContinuousClock.now - start >= .seconds(1))
    let why = "failed; trying again in"
    #expect(await waits.all.contains(.waiting(photo: 1, why: why, seconds: 1)))
  }

  @Test("offline says so, and marks nothing", arguments: Way.allCases)
  func offline(way: Way) async throws {
    let ids = try await importPhotos()
    let port = try LoopbackFlickr.closedPort()
    let renditions = [Rendition(suffix: "s", url: port.url + "/1_0a1b_m.jpg")]
    let photos = try ids.map { id in
      var record = try library.photo(id).record
      record.renditions = renditions
      return record
    }
    try await library.importPhotos(photos)
    let client = FlickrClient(
      transfer: TransferClient(), key: way == .byKey ? APIKey("key") : nil,
      endpoint: FlickrEndpoint(base: port.url))
    let failure = try await #require(throws: SyncFailure.self) {
      try await Sync(of: library.container, with: client, forgettingIn: cache).run(limit: 9)
    }
    #expect(failure.description.contains("refused the connection"))
    #expect(failure.summary.checked == 0 && failure.summary.requests == 1)
    let stored = try await stored()
    #expect(stored.gone.isEmpty && stored.checked.isEmpty)
    withExtendedLifetime(port) {}
  }

  @Test("A canceled sync ends at once, and keeps what it found out", arguments: Way.allCases)
  func canceled(way: Way) async throws {
    let ids = try await importPhotos()
    flickr.change { $0.delete(ids[0]) }
    let rules = way == .byKey ? flickr.faults : flickr.pictureFaults
    rules.add("stall-head", path: way == .byKey ? "/rest/" : ".jpg", after: 3)
    let steps = Steps()
    let task = Task { try await sync(way) { steps.record($0) } }
    await steps.wait(for: .asking(photo: 4, of: 20))
    // Left alone, it would wait for the stalled answer.
    task.cancel()
    let failure = try await #require(throws: SyncFailure.self) { try await task.value }
    #expect(failure.summary.end == .canceled && failure.summary.checked == 3)
    let stored = try await stored()
    #expect(stored.gone == [ids[0]] && Set(stored.checked) == Set(ids.prefix(3)))
  }

  @Test("keeps the pace of all processes, and their budget", arguments: Way.allCases)
  func pace(way: Way) async throws {
    try await importPhotos()
    func pace(_ interval: Duration, budget: Int) -> RequestPace {
      RequestPace(
        file: library.folder.path("pace"), interval: interval, budget: budget, includesLoopback: true)
    }
    let start = ContinuousClock.now
    #expect(try await sync(way, limit: 4, pace: pace(.milliseconds(200), budget: 100)).present == 4)
    #expect(ContinuousClock.now - start >= .milliseconds(595))
    // Four of this hour's are used up: two more can be had, then one waits.
    let steps = Steps()
    let task = Task {
      try await sync(way, limit: 9, pace: pace(.milliseconds(1), budget: 6)) { steps.record($0) }
    }
    await steps.wait { step in
      if case .waiting(3, "waits, as Flickr answers 3,600 calls in an hour:", let seconds) = step {
        seconds > 3_000
      } else {
        false
      }
    }
    task.cancel()
    let failure = try await #require(throws: SyncFailure.self) { try await task.value }
    #expect(failure.summary.present == 2 && failure.summary.requests == 2)
  }

  @Test("goes on where one photo alone has no clear answer, and ends where no photo has one")
  func unclear() async throws {
    let ids = try await importPhotos()
    flickr.pictureFaults.add("500", path: "\(ids[2])_")
    flickr.pictureFaults.add("html", path: "\(ids[3])_")
    flickr.pictureFaults.add("403", path: "\(ids[5])_")
    let summary = try await sync(.byPictures)
    #expect(summary.unclear == 3 && summary.present == 17 && summary.gone.isEmpty)
    flickr.pictureFaults.removeAll()
    flickr.pictureFaults.add("html")
    let failure = try await failure(.byPictures)
    #expect(failure.description.hasPrefix("A web page came instead"))
    #expect(failure.summary.unclear == 2 && failure.summary.present == 0)
    #expect(try await stored().gone.isEmpty)
  }

  @Test(
    "ends where the key or Flickr is to blame, with a sentence",
    arguments: [
      ("fail:100:Invalid API Key (Key has expired)", "Flickr gives new ones"),
      ("fail:105:Service currently unavailable", "try again later"), ("429", "asked too often"),
    ])
  func refused(fault: String, words: String) async throws {
    try await importPhotos()
    flickr.faults.add(fault)
    let failure = try await failure(.byKey)
    #expect(failure.description.contains(words))
    #expect(try await stored().checked.isEmpty)
  }

  @Test("of a library that an earlier version made begins with all of its photos")
  func earlierVersion() async throws {
    let folder = try TemporaryFolder()
    let path = folder.url.appendingPathComponent(PhotoLibrary.fileName).path
    let application = StoreOptions.Application(name: "Proofsheet", version: LibraryModel.version)
    let model = try ManagedObjectModel(
      LibraryModel.shared().entities.map { entity in
        EntityDescription(
          ManagedObject.self, name: entity.name,
          attributes: entity.attributes.filter { $0.name != "checkedAt" },
          relationships: entity.relationships, unique: entity.uniquenessConstraints)
      })
    func fill() async throws {
      let store = try SQLiteStore(path: path, model: model, options: StoreOptions(application: application))
      let container = try PersistentContainer(store: store)
      let context = container.viewContext
      let owner = try context.insert(entityNamed: "Photographer")
      owner.setValuesForKeys([
        "ownerID": .string("1@N00"), "name": .string("Ann"), "sortName": .string("ann"),
        "initial": .string("A"),
      ])
      // Those that a refresh finds.
      for index in 40..<60 {
        try context.insert(entityNamed: "Photo").setValuesForKeys([
          "flickrID": .string(flickr.world.id(index)), "title": .string("Old"), "sortTitle": .string("old"),
          "photographer": .reference(owner.objectID),
        ])
      }
      try context.save()
      await container.coordinator.drain()
    }
    try await fill()
    let earlier = try TestLibrary(folder)
    #expect(try earlier.photos().count == 20)
    try await earlier.refresh(.recent, with: client(.byKey))
    let photos = try earlier.photos()
    #expect(photos.count == 20 && photos.allSatisfy { $0.checkedAt == nil })
    let sync = try Sync(of: earlier.container, with: client(.byKey), forgettingIn: cache)
    #expect(try await sync.run(limit: 50).present == 20)
  }
}

/// The reported steps of a sync.
private final class Steps: Sendable {
  private let stream: AsyncStream<SyncProgress>
  private let continuation: AsyncStream<SyncProgress>.Continuation

  init() { (stream, continuation) = AsyncStream.makeStream() }

  func record(_ step: SyncProgress) { continuation.yield(step) }

  func wait(for step: SyncProgress) async { await wait { $0 == step } }

  func wait(until isIt: (SyncProgress) -> Bool) async {
    for await step in stream where isIt(step) { return }
  }

  /// All steps reported so far; no step can be reported afterwards.
  var all: [SyncProgress] {
    get async {
      continuation.finish()
      var all: [SyncProgress] = []
      for await step in stream { all.append(step) }
      return all
    }
  }
}
