import Foundation
import ObjectGraph

@testable import SQLiteStore

final class Person: ManagedObject {}

/// A store of people whose avatars may be in files of their own.
final class ExternalFixture {
  let fixture: StoreFixture
  let store: SQLiteStore
  let writer: any StoreWriter
  let reader: any StoreReader

  init() throws {
    fixture = try StoreFixture(Self.model())
    store = try fixture.store()
    writer = try store.makeWriter()
    reader = try store.makeReader()
  }

  static func model() throws -> ManagedObjectModel {
    try ManagedObjectModel([
      EntityDescription(
        Person.self,
        attributes: [
          AttributeDescription("name", .string, isOptional: true),
          AttributeDescription("avatar", .binary, isOptional: true, allowsExternalStorage: true),
        ], unique: [["name"]])
    ])
  }

  /// Data of that length, each byte `fill`.
  static func data(_ fill: UInt8, count: Int = 200_000) -> Data { Data(repeating: fill, count: count) }

  static func person(_ key: Int64, avatar: Data?, name: String? = nil, version: Int64 = 0) -> Row {
    Row(
      id: ManagedObjectID(entity: 1, key: key), version: version,
      values: [.string(name ?? "name \(key)"), avatar.map { .data($0) } ?? .null])
  }

  var folder: URL { fixture.folder.appending(path: ".library_SUPPORT/_EXTERNAL_DATA") }

  /// The names of the files in the folder of external data.
  func files() throws -> [String] {
    guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  /// What the column of a row holds in the file.
  func cell(_ key: Int64) throws -> Data? {
    var cell: Data?
    try fixture.connection().forEachRow("SELECT ZAVATAR FROM ZPERSON WHERE Z_PK = ?", [.integer(key)]) {
      cell = $0.data(0)
    }
    return cell
  }

  func people() throws -> [Row] { try reader.fetch(StoreQuery(entity: 1)) }

  @discardableResult
  func update(_ row: Row, slots: [Slot] = [1]) throws -> WriteOutcome {
    try writer.transaction(.normal) { try $0.update(row, slots: slots) }
  }
}
