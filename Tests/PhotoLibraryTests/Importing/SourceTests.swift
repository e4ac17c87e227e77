import Flickr
import Foundation
import ObjectGraph
import PhotoLibrary
import SQLiteStore
import TestSupport
import Testing
import Transfer

@MainActor
@Suite("A photo records the sources that contain it")
struct SourceTests {
  let library: TestLibrary

  init() throws { library = try TestLibrary() }

  @discardableResult
  private func importPhotos(_ ids: [String], from source: String) async throws -> ImportSummary {
    let worker = try library.makeBackgroundContext()
    let page = PhotoPage(records: ids.map { PhotoRecord($0) })
    let summary = try await worker.perform { try PhotoImporter(context: $0, source: source).run(page) }
    try await worker.save()
    return summary
  }

  private func names(_ id: String) throws -> [String] { try library.photo(id).sourceNames }

  @Test("once each, be it new or known, and does not change by it")
  func remembering() async throws {
    try await importPhotos(["1", "2"], from: "tag:sea")
    let again = try await importPhotos(["1", "2", "2", "3"], from: "recent")
    #expect(again.new == 1 && again.changed == 0 && again.unchanged == 3)
    try await importPhotos(["1", "2"], from: "tag:sea")
    #expect(try names("1") == ["recent", "tag:sea"])
    #expect(try names("2") == ["recent", "tag:sea"])
    #expect(try names("3") == ["recent"])
    let sources = try library.context.fetch(FetchRequest<Source>(order: [FetchOrder("name")]))
    let counts: [Int] = sources.map(\.photos.count)
    #expect(counts == [3, 2])
    #expect(try await library.isSound())
  }

  @Test("also when it was deleted and came back, by undo, redo and undo, or by restoring it later")
  func deleting() async throws {
    try await importPhotos(["1", "2"], from: "tag:sea")
    try await importPhotos(["1"], from: "recent")
    try await library.delete("1")
    try library.library.undo()
    try library.library.redo()
    try library.library.undo()
    #expect(try names("1") == ["recent", "tag:sea"])
    try await library.delete("1")
    let later = try TestLibrary(library.folder)
    try await later.library.restore(["1"]).committed()
    #expect(try later.photo("1").sourceNames == ["recent", "tag:sea"])
    #expect(try await later.isSound())
  }

  @Test("A deleted photo records each source once, also one with two lines or with other bytes alone")
  func oddNames() async throws {
    func bytes(_ names: [String]) -> [[UInt8]] { names.map { Array($0.utf8) } }
    let sources = ["recent", "folder:/a\nb", "folder:/caf\u{E9}", "folder:/cafe\u{301}"]
    try await importPhotos(["1"], from: sources[0])
    try await library.delete("1")
    for source in sources + sources { try await importPhotos(["1"], from: source) }
    await library.container.coordinator.drain()
    let deleted = try library.context.fetch(FetchRequest<DeletedPhoto>())
    #expect(deleted.map { bytes($0.sourceNames) } == [bytes(sources)])
    try await library.library.restore(["1"]).committed()
    #expect(Set(bytes(try names("1"))) == Set(bytes(sources)))
    try await library.delete("1")
    #expect(
      try library.context.fetch(FetchRequest<DeletedPhoto>()).map { Set(bytes($0.sourceNames)) }
        == [Set(bytes(sources))])
    #expect(try await library.isSound())
  }

  @Test("A photo that two refreshes import at once records both sources")
  func atOnce() async throws {
    async let first = importPhotos((1...50).map(String.init), from: "recent")
    async let second = importPhotos((20...70).map(String.init), from: "tag:sea")
    async let third = importPhotos((30...80).map(String.init), from: "recent")
    _ = try await (first, second, third)
    #expect(try names("25") == ["recent", "tag:sea"])
    #expect(try names("75") == ["recent"])
    #expect(try library.context.count(FetchRequest<Source>()) == 2)
    #expect(try library.photos().count == 80)
    #expect(try await library.isSound())
  }

  @Test("in a library that was made before there were sources")
  func earlierLibrary() async throws {
    let folder = try TemporaryFolder()
    let path = folder.url.appendingPathComponent(PhotoLibrary.fileName).path
    try await EarlierLibrary.make(at: path, [.full("1"), .full("2", by: "2@N00", name: "Bob")])
    #expect(throws: StoreError.self) { try PhotoLibrary(folder: folder.url, isReadOnly: true) }
    let opened = try TestLibrary(folder)
    #expect(try opened.overview() == ["Ann: 1", "Bob: 2"])
    #expect(try opened.photo("1").sourceNames == [])
    let worker = try opened.makeBackgroundContext()
    try await worker.perform { context in
      let progress = try context.fetch(FetchRequest<SourceProgress>())
      let kept = progress.map { "\($0.source) \($0.nextPage)" }
      #expect(kept == ["recent 3"])
      _ = try PhotoImporter(context: context, source: "recent").run(PhotoPage(records: [.full("1")]))
    }
    try await worker.save()
    #expect(try opened.photo("1").sourceNames == ["recent"])
    #expect(try await opened.isSound())
    #expect(try PhotoLibrary(folder: folder.url, isReadOnly: true).photoCount() == 2)
  }
}

/// A library as it was before photos remembered sources.
private enum EarlierLibrary {
  static func make(at path: String, _ records: [PhotoRecord]) async throws {
    let store = try SQLiteStore(
      path: path, model: try model(),
      options: StoreOptions(application: .init(name: "Proofsheet", version: 1)))
    let container = try await PersistentContainer(store: store, mergePolicy: .objectTrumps)
    let worker = try container.makeBackgroundContext(mergePolicy: .objectTrumps)
    try await worker.perform { context in
      for record in records { try insert(record, into: context) }
      let progress = try context.insert(entityNamed: "SourceProgress")
      progress.setValuesForKeys(["source": .string("recent"), "nextPage": .integer(3)])
    }
    try await worker.save()
    await container.coordinator.drain()
  }

  private static func insert(_ record: PhotoRecord, into context: ManagedObjectContext) throws {
    let name = record.ownerName ?? ""
    let photographer = try context.insert(entityNamed: "Photographer")
    photographer.setValuesForKeys([
      "ownerID": .string(record.ownerID ?? ""), "name": .string(name), "sortName": .string(name),
      "initial": .string(String(name.prefix(1))),
    ])
    let photo = try context.insert(entityNamed: "Photo")
    photo.setValuesForKeys([
      "flickrID": .string(record.id), "title": .string(record.title ?? ""),
      "sortTitle": .string(record.title ?? ""), "photographer": .reference(photographer.objectID),
    ])
  }

  /// The model of the library without what came with the sources, and without the classes that declare it.
  private static func model() throws -> ManagedObjectModel {
    try ManagedObjectModel(
      LibraryModel.shared().entities.filter { names.contains($0.name) }.map(withoutSources))
  }

  private static let names = ["Photo", "Photographer", "DeletedPhoto", "SourceProgress"]

  private static func withoutSources(_ entity: Entity) -> EntityDescription {
    let later = ["windows", "resume"]
    return EntityDescription(
      ManagedObject.self, name: entity.name,
      attributes: entity.attributes.filter { !later.contains($0.name) },
      relationships: entity.relationships.filter { names.contains($0.destination) },
      unique: entity.uniquenessConstraints, indexes: entity.indexes)
  }
}
