import Foundation
import ObjectGraph
import TestSupport
import Testing

@testable import SQLiteStore

@Suite("The model and the metadata in a file of Apple's")
struct AppleModelCacheTests {
  private func setCache(_ data: Data, of fixture: AppleFixture) throws {
    try fixture.connection().run("UPDATE Z_MODELCACHE SET Z_CONTENT = ?", [.data(data)])
  }

  @Test("A file can be opened with the model that it holds")
  @MainActor func model() throws {
    let fixture = try AppleFixture()
    let archive = ArchivedModel.data(of: AppleModel.descriptions())
    try setCache(Data(Deflating.deflated(archive)), of: fixture)
    let model = try SQLiteStore.model(at: fixture.path)
    #expect(try model.versionHashes == AppleModel.make().versionHashes)
    let store = try fixture.store(model)
    #expect(store.readOnlyReason == nil)
    let context = try PersistentContainer(store: store).viewContext
    let photos = try context.fetch(
      FetchRequest<ManagedObject>(entity: "Photo", where: FetchPredicate("album.title == 'Sömmer'")))
    #expect(photos.count == 2)
  }

  @Test("A file without a model, or with one that makes no sense, is refused")
  func refusals() throws {
    let fixture = try AppleFixture()
    try setCache(Data([0xFF, 0xFF]), of: fixture)
    let damaged = StoreError.damaged(
      path: fixture.path, reason: "its model in Z_MODELCACHE cannot be decompressed")
    #expect(throws: damaged) { try SQLiteStore.model(at: fixture.path) }
    try setCache(Data(Deflating.deflated("no archive".utf8)), of: fixture)
    let senseless = StoreError.damaged(
      path: fixture.path, reason: "its model makes no sense: Z_MODELCACHE is no archive of a model")
    #expect(throws: senseless) { try SQLiteStore.model(at: fixture.path) }
    try fixture.connection().execute("DROP TABLE Z_MODELCACHE")
    #expect(throws: StoreError.noModel(path: fixture.path)) { try SQLiteStore.model(at: fixture.path) }
  }

  @Test(
    "The property list of the metadata is read without a model, from a file of Apple's and from one of this library"
  )
  func metadata() throws {
    let fixture = try AppleFixture()
    let metadata = try SQLiteStore.metadataPropertyList(at: fixture.path)
    #expect(metadata["NSStoreUUID"] == .string(AppleFixture.identifier))
    #expect(metadata["NSStoreType"] == .string("SQLite"))
    #expect(metadata["NSPersistenceFrameworkVersion"] == .integer(1344))
    guard case .dictionary(let hashes) = metadata["NSStoreModelVersionHashes"] else {
      Issue.record("no hashes")
      return
    }
    #expect(Set(hashes.keys) == ["Album", "aside", "Keyword", "Media", "Clip", "Photo", "Person"])
    let own = try StoreFixture()
    let identifier = try own.store().identifier
    #expect(
      try SQLiteStore.metadataPropertyList(at: own.path)["NSStoreUUID"] == .string(identifier.uuidString))
    #expect(throws: StoreError.notFound(path: own.path + "x")) {
      try SQLiteStore.metadataPropertyList(at: own.path + "x")
    }
  }

  @Test("A model that is damaged or cut off is refused with the reason")
  func damage() throws {
    let fixture = try AppleFixture()
    let connection = try fixture.connection()
    try connection.execute("UPDATE Z_MODELCACHE SET Z_CONTENT = substr(Z_CONTENT, 1, length(Z_CONTENT) / 2)")
    let reason = "its model in Z_MODELCACHE cannot be decompressed"
    #expect(throws: StoreError.damaged(path: fixture.path, reason: reason)) {
      try SQLiteStore.model(at: fixture.path)
    }
    try connection.execute("UPDATE Z_MODELCACHE SET Z_CONTENT = x'FFFFFFFF'")
    #expect(throws: StoreError.damaged(path: fixture.path, reason: reason)) {
      try SQLiteStore.model(at: fixture.path)
    }
  }
}
