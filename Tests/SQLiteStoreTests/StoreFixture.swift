import Foundation
import ObjectGraph
import TestSupport
import Testing

@testable import SQLiteStore

final class Photo: ManagedObject {}
final class Photographer: ManagedObject {}
final class Camera: ManagedObject {}
final class Everything: ManagedObject {}

/// A fresh folder with a store of photos and photographers, gone with the value.
final class StoreFixture {
  let folder: URL
  let model: ManagedObjectModel

  /// The numbers of the entities of ``libraryModel``.
  static let photo: EntityNumber = 1
  static let photographer: EntityNumber = 2

  init(_ model: ManagedObjectModel? = nil) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "store-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    self.model = try model ?? Self.libraryModel()
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  var path: String { folder.appending(path: "library.sqlite").path }

  func store(_ options: StoreOptions = StoreOptions(), model: ManagedObjectModel? = nil) throws -> SQLiteStore
  {
    var options = options
    options.identifier = TestStores.identifier
    return try SQLiteStore(path: path, model: model ?? self.model, options: options)
  }

  /// A connection of its own to the file, for looking at it and for spoiling it.
  func connection() throws -> Connection { try Connection(path: path, access: .readWrite) }

  /// Every file of the folder, by name.
  func files() throws -> [String: Data] {
    var files: [String: Data] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      files[name] = try Data(contentsOf: folder.appending(path: name))
    }
    return files
  }

  static func libraryModel(
    photoAttributes: [AttributeDescription] = [], more: [EntityDescription] = [],
    indexes: [[IndexElement]] = [["title"]]
  ) throws -> ManagedObjectModel {
    try ManagedObjectModel(
      [
        EntityDescription(
          Photo.self,
          attributes: [
            AttributeDescription("unique", .string), AttributeDescription("title", .string, isOptional: true),
            AttributeDescription("uploaded", .date, isOptional: true),
          ] + photoAttributes,
          relationships: [.toOne("whoTook", "Photographer", inverse: "photos")], unique: [["unique"]],
          indexes: indexes),
        EntityDescription(
          Photographer.self, attributes: [AttributeDescription("name", .string)],
          relationships: [.toMany("photos", "Photo", inverse: "whoTook")], unique: [["name"]]),
      ] + more)
  }

  /// A photo with a made-up title, not taken by anybody.
  static func row(
    _ key: Int64, unique: String? = nil, title: String? = nil, by photographer: Int64? = nil,
    version: Int64 = 0
  ) -> Row {
    Row(
      id: ManagedObjectID(entity: photo, key: key), version: version,
      values: [
        .string(unique ?? "u\(key)"), .string(title ?? "title \(key)"),
        .date(Date(timeIntervalSinceReferenceDate: Double(key))),
        photographer.map { .reference(ManagedObjectID(entity: Self.photographer, key: $0)) } ?? .null,
      ])
  }

  static func photographer(_ key: Int64, name: String? = nil) -> Row {
    Row(
      id: ManagedObjectID(entity: photographer, key: key), version: 0,
      values: [.string(name ?? "name \(key)")])
  }
}

extension StoreWriter {
  /// Writes new rows in one transaction and expects that each is written.
  func insert(_ rows: [Row]) throws {
    try transaction(.normal) { transaction in
      for row in rows {
        let outcome = try transaction.insert(row)
        #expect(outcome == .done)
      }
    }
  }
}
