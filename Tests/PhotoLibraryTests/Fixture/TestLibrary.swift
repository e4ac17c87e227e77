import Flickr
import Foundation
import ObjectGraph
import PhotoLibrary
import TestSupport
import Testing

/// A library in a folder of its own.
@MainActor
struct TestLibrary {
  let folder: TemporaryFolder
  let library: PhotoLibrary

  var context: ManagedObjectContext { library.context }
  var container: PersistentContainer { library.container }

  /// A new library, or what a new process makes of the one in `folder`; its contexts use the store that `wrapping` returns.
  init(
    _ folder: TemporaryFolder? = nil, wrapping: (any PersistentStore) -> any PersistentStore = { $0 }
  ) throws {
    self.folder = try folder ?? TemporaryFolder()
    library = try PhotoLibrary(place: .folder(self.folder.url), wrapping: wrapping)
  }

  private init(_ folder: TemporaryFolder, _ library: PhotoLibrary) {
    (self.folder, self.library) = (folder, library)
  }

  /// Makes a new library whose store counts what it is asked.
  static func counted() throws -> (TestLibrary, CountingStore) {
    let folder = try TemporaryFolder()
    var counting: CountingStore?
    let library = try PhotoLibrary(place: .folder(folder.url)) { store in
      let wrapped = CountingStore(store)
      counting = wrapped
      return wrapped
    }
    return (TestLibrary(folder, library), try #require(counting))
  }

  // MARK: Doing

  /// Imports as a refresh does.
  @discardableResult
  func importPhotos(_ records: [PhotoRecord], skipped: Int = 0) async throws -> ImportSummary {
    let worker = try makeBackgroundContext()
    let page = PhotoPage(records: records, skipped: skipped)
    let summary = try await worker.perform { try PhotoImporter(context: $0).run(page) }
    try await worker.save()
    return summary
  }

  func makeBackgroundContext() throws -> BackgroundContext {
    try container.makeBackgroundContext(mergePolicy: .objectTrumps)
  }

  @discardableResult
  func refresh(
    _ source: PhotoSource, with client: FlickrClient, pages: Int? = 1, newPhotos: Int? = nil,
    reach: RefreshOptions.Reach = .new,
    progress: @escaping @Sendable (RefreshProgress) -> Void = { _ in }
  ) async throws -> RefreshSummary {
    let refresh = try Refresh(of: source, with: client, into: container, progress: progress)
    do {
      return try await refresh.run(RefreshOptions(pages: pages, newPhotos: newPhotos, reach: reach))
    } catch let failure as RefreshFailure {
      throw failure.cause
    }
  }

  func delete(_ ids: String...) async throws {
    try await library.delete(try ids.map { try photo($0) }).committed()
  }

  // MARK: Looking

  func photo(_ id: String) throws -> Photo {
    guard let photo = try library.photo(id) else { throw LibraryError.noSuchPhoto(id: id) }
    return photo
  }

  func photos() throws -> [Photo] {
    try context.fetch(FetchRequest<Photo>(order: [FetchOrder("flickrID")]))
  }

  func photographers() throws -> [Photographer] {
    try context.fetch(FetchRequest<Photographer>(order: [FetchOrder("ownerID")]))
  }

  /// Names and photos, such as `Ann: 1 2`.
  func overview() throws -> [String] {
    try photographers().map { photographer in
      "\(photographer.name): " + photographer.photos.map(\.flickrID).sorted().joined(separator: " ")
    }
  }

  /// All rows of the file, by a reader that knows nothing of the contexts.
  func rows(_ types: [ManagedObject.Type] = Self.all) async throws -> [Row] {
    await container.coordinator.drain()
    let numbers = types.map(container.coordinator.model.number(of:))
    return try await container.coordinator.read { reader in
      try numbers.flatMap { try reader.fetch(StoreQuery(entity: $0)) }
    }
  }

  /// The rows that a refresh without news leaves as they are: all but the time of the refresh.
  func importedRows() async throws -> [Row] {
    try await rows([Photo.self, Photographer.self, Source.self, DeletedPhoto.self])
  }

  /// The values of all photos and photographers, without how often they were written.
  func values() async throws -> [ManagedObjectID: [PropertyValue]] {
    let rows = try await rows([Photo.self, Photographer.self])
    return Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0.values) })
  }

  /// Whether nothing is wrong in the file, and the main context shows what is there.
  func isSound() async throws -> Bool {
    let check = try await library.check()
    let stored = try await rows([Photo.self, Photographer.self]).map(\.id)
    let shown =
      try context.fetchIDs(FetchRequest<Photo>()) + context.fetchIDs(FetchRequest<Photographer>())
    return check.isSound && Set(stored) == Set(shown)
  }

  static let all: [ManagedObject.Type] = [
    Photo.self, Photographer.self, DeletedPhoto.self, Source.self, SourceProgress.self,
  ]
}

extension PhotoRecord {
  /// A photo of which everything is known that matters to the test.
  init(_ id: String, _ title: String? = "A title", by owner: String? = "1@N00", name: String? = "Ann") {
    self.init(id: id)
    self.title = title
    ownerID = owner
    ownerName = name
  }

  /// A photo with every value that a response can contain.
  static func full(_ id: String, by owner: String = "1@N00", name: String = "Ann") -> PhotoRecord {
    var record = PhotoRecord(id, "  Sea \u{1F30A} \(id) ", by: owner, name: name)
    record.description = "By <b>the</b> sea &amp; <a href=\"x\">more</a>\nof it"
    record.uploaded = Date(timeIntervalSince1970: 1_700_000_000.123)
    record.taken = TakenDate(localTime: "2023-11-14 22:13:20", granularity: 4)
    record.tags = "sea wave"
    record.views = 4_000_000_000
    record.license = "4"
    record.media = "video"
    record.pathAlias = "ann"
    record.lastUpdate = Date(timeIntervalSince1970: 1_700_000_060)
    record.latitude = 47.376_886_1
    record.longitude = -8.541_694
    record.secret = "0a1b"
    record.server = "65535"
    record.renditions = [
      Rendition(suffix: "sq", url: "https://example.org/1_s.jpg", width: 75, height: 75),
      Rendition(suffix: "m", url: "https://example.org/a b.jpg", width: nil, height: 333),
    ]
    return record
  }
}
