import Foundation
import ObjectGraph
import TestSupport
import Testing

@testable import SQLiteStore

@Suite("Metadata of a file")
struct MetadataTests {
  @Test("Identifier, version and model are read without a file beside the store, and the model can be used")
  func reading() throws {
    let fixture = try StoreFixture()
    let options = StoreOptions(application: .init(name: "Example", version: 3))
    _ = try fixture.store(options)
    let before = try fixture.files()
    let metadata = try SQLiteStore.metadata(at: fixture.path)
    #expect(try fixture.files() == before)
    #expect(metadata.identifier == TestStores.identifier)
    #expect(metadata.applicationVersions == ["Example": 3])
    #expect(metadata.versionHashes == fixture.model.versionHashes)
    #expect(metadata.modelDocument == fixture.model.document)
    #expect(metadata.values.isEmpty)
  }

  @Test("Texts of the application are kept while the store is open, and when it is opened for writing again")
  func writing() throws {
    let fixture = try StoreFixture()
    let writer = try fixture.store().makeWriter()
    try SQLiteStore.updateMetadata(at: fixture.path) { $0 = ["language": "fi", "note": "ä"] }
    try writer.insert([StoreFixture.row(1)])
    let model = try StoreFixture.libraryModel(indexes: [["uploaded"]])
    _ = try fixture.store(StoreOptions(application: .init(name: "Example", version: 1)), model: model)
    #expect(try SQLiteStore.metadata(at: fixture.path).values == ["language": "fi", "note": "ä"])
    try SQLiteStore.updateMetadata(at: fixture.path) { $0["note"] = nil }
    let metadata = try SQLiteStore.metadata(at: fixture.path)
    #expect(metadata.values == ["language": "fi"])
    #expect(metadata.applicationVersions == ["Example": 1])
    #expect(try fixture.store().check().isSound)
  }

  @Test(
    "Keys of the store are refused, and nothing is written",
    arguments: ["NSStoreUUID", "ExampleFormatVersion", ""])
  func reserved(key: String) throws {
    let fixture = try StoreFixture()
    _ = try fixture.store()
    let before = try SQLiteStore.metadata(at: fixture.path)
    #expect(throws: StoreError.self) {
      try SQLiteStore.updateMetadata(at: fixture.path) {
        $0["language"] = "fi"
        $0[key] = "x"
      }
    }
    #expect(try SQLiteStore.metadata(at: fixture.path) == before)
  }

  @Test("Files that are missing or no stores are refused untouched")
  func refusals() throws {
    let fixture = try StoreFixture()
    #expect(throws: StoreError.notFound(path: fixture.path)) { try SQLiteStore.metadata(at: fixture.path) }
    try Data("text".utf8).write(to: URL(fileURLWithPath: fixture.path))
    #expect(throws: StoreError.notADatabase(path: fixture.path)) {
      try SQLiteStore.updateMetadata(at: fixture.path) { $0["a"] = "b" }
    }
    #expect(try fixture.files() == ["library.sqlite": Data("text".utf8)])
  }
}
