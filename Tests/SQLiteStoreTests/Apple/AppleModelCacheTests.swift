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
    try setCache(KeyedArchiveBuilder.deflated(archive), of: fixture)
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
    try setCache(KeyedArchiveBuilder.deflated(Data("no archive".utf8)), of: fixture)
    let senseless = StoreError.damaged(
      path: fixture.path, reason: "its model makes no sense: Z_MODELCACHE is no archive of a model")
    #expect(throws: senseless) { try SQLiteStore.model(at: fixture.path) }
    try fixture.connection().execute("DROP TABLE Z_MODELCACHE")
    #expect(throws: StoreError.noModel(path: fixture.path)) { try SQLiteStore.model(at: fixture.path) }
  }

  @Test("Metadata are read without a model, of a file of Apple's and of one's own")
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

  @Test("What zlib has deflated is decompressed", arguments: [0, 1, 6, 9] as [Int32])
  func inflating(level: Int32) throws {
    var generator = SeededGenerator(seed: UInt64(level))
    let random = Data((0..<70_000).map { _ in UInt8.random(in: 0...255, using: &generator) })
    let text = Data(String(repeating: "album photo keyword ", count: 9_000).utf8)
    for data in [Data(), Data("a".utf8), Data("abcabcabc".utf8), text, random, random + text] {
      let deflated = [UInt8](KeyedArchiveBuilder.deflated(data, level: level))
      #expect(Inflate.bytes(of: deflated, limit: data.count) == [UInt8](data))
      if !data.isEmpty { #expect(Inflate.bytes(of: deflated, limit: data.count - 1) == nil) }
      #expect(Inflate.bytes(of: deflated.dropLast(), limit: data.count) == nil)
    }
  }

  @Test("Damaged bytes are refused or decompressed within the limit, and never trap")
  func damage() {
    let data = Data((0..<5_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) })
    let deflated = [UInt8](KeyedArchiveBuilder.deflated(data))
    var generator = SeededGenerator(seed: 9)
    for _ in 0..<500 {
      var spoiled = deflated
      spoiled[Int.random(in: spoiled.indices, using: &generator)] = UInt8.random(
        in: 0...255, using: &generator)
      let bytes = Inflate.bytes(of: spoiled, limit: 10_000)
      #expect(bytes.map { $0.count <= 10_000 } ?? true)
    }
  }
}
