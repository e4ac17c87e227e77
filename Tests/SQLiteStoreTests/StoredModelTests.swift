import Foundation
import ObjectGraph
import Testing

@testable import SQLiteStore

@Suite("The model in the metadata")
struct StoredModelTests {
  private let fixture: StoreFixture

  init() throws { fixture = try StoreFixture() }

  /// Changes what the file says about itself.
  private func edit(_ change: (inout [String: PropertyListValue]) -> Void) throws {
    let connection = try fixture.connection()
    var plist = Data()
    try connection.forEachRow("SELECT Z_PLIST FROM Z_METADATA") { plist = $0.data(0) }
    var values = try PropertyListDecoder().decode([String: PropertyListValue].self, from: plist)
    change(&values)
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    try connection.run("UPDATE Z_METADATA SET Z_PLIST = ?", [.data(try encoder.encode(values))])
  }

  private func model() throws -> ManagedObjectModel { try SQLiteStore.model(at: fixture.path) }

  @Test("A file without a model is refused, and has one once it was opened for writing")
  func earlier() throws {
    _ = try fixture.store()
    try edit { $0["ObjectGraphModel"] = nil }
    #expect(throws: StoreError.noModel(path: fixture.path)) { try model() }
    _ = try fixture.store(StoreOptions(isReadOnly: true))
    #expect(throws: StoreError.noModel(path: fixture.path)) { try model() }
    _ = try fixture.store()
    #expect(try model().versionHashes == fixture.model.versionHashes)
  }

  @Test("A file that was laid out by another model since is refused")
  func stale() throws {
    _ = try fixture.store()
    try edit { $0["NSStoreModelVersionHashes"] = .dictionary(["Photo": .data(Data([1]))]) }
    #expect(throws: StoreError.noModel(path: fixture.path)) { try model() }
  }

  @Test("A model that makes no sense is damage")
  func damaged() throws {
    _ = try fixture.store()
    try edit { $0["ObjectGraphModel"] = .data(Data("{\"entities\": [".utf8)) }
    let error = #expect(throws: StoreError.self) { try model() }
    #expect(error?.description.contains("is damaged: its model makes no sense") == true)
  }

  @Test("Opening with the model that the file knows, or looking it up, writes nothing")
  func untouched() throws {
    _ = try fixture.store()
    let before = try fixture.files()
    _ = try fixture.store(model: try model())
    #expect(try fixture.files() == before)
  }

  @Test("A store is opened with its own model, rows and all")
  func reopened() throws {
    try fixture.store().makeWriter().insert([StoreFixture.row(1)])
    let reader = try SQLiteStore(path: fixture.path, model: try model()).makeReader()
    #expect(
      try reader.rows([ManagedObjectID(entity: StoreFixture.photo, key: 1)]).map(\.values) == [
        StoreFixture.row(1).values
      ])
  }
}
