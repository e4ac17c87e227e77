import Foundation
import ObjectGraph
import PhotoLibrary
import SQLiteStore
import TestSupport
import Testing

@MainActor
@Suite("The check")
struct CheckTests {
  /// Fills a library, and changes it behind its back.
  private func library(_ spoil: @escaping @Sendable (any StoreTransaction, ManagedObjectModel) throws -> Void)
    async throws
    -> LibraryCheck
  {
    let library = try TestLibrary()
    try await library.importPhotos([.full("1"), .full("2", by: "2@N00", name: "Bob")])
    try await library.delete("2")
    let store = try SQLiteStore(
      path: library.folder.path(PhotoLibrary.fileName), model: try LibraryModel.shared())
    let writer = try store.makeWriter()
    try writer.transaction(.full) { try spoil($0, store.model) }
    return try await library.library.check()
  }

  /// Returns a row with some values, and null for all other properties.
  private nonisolated static func row<Object: ManagedObject>(
    of type: Object.Type, in model: ManagedObjectModel, _ values: [String: PropertyValue]
  ) throws -> Row {
    let number = model.number(of: type)
    let entity = try #require(model.entity(numbered: number))
    return Row(
      id: ManagedObjectID(entity: number, key: 4_711, in: .unbound), version: 0,
      values: entity.slots.map { values[entity.name(ofSlot: $0)] ?? .null })
  }

  @Test("finds nothing wrong in a library that was only used")
  func sound() async throws {
    let check = try await library { _, _ in }
    #expect(check.isSound)
    #expect(check.store.counts.map(\.rows) == [0, 0, 1, 0, 0, 1, 1, 0, 0, 0, 0, 0])
  }

  @Test("finds a photo whose photographer is not there")
  func orphan() async throws {
    let check = try await library { transaction, model in
      let entity = model.number(of: Photo.self)
      let description = try #require(model.entity(numbered: entity))
      let flickrID = try #require(description.slot(of: "flickrID"))
      let slot = try #require(description.slot(of: "photographer"))
      let found = try transaction.row(entity: entity, slots: [flickrID], values: [.string("1")])
      let photo = try #require(found)
      var row = photo
      row.values[slot] = .reference(
        ManagedObjectID(entity: model.number(of: Photographer.self), key: 4_711, in: .unbound))
      let outcome = try transaction.update(row, slots: [slot])
      #expect(outcome == .done)
    }
    #expect(!check.isSound)
    #expect(check.store.orphans.map(\.entity) == ["Photo"])
    #expect(check.store.orphans.map(\.relationship) == ["photographer"])
    #expect(check.photographersWithoutPhotos == 1)
  }

  @Test("finds a photographer without photos")
  func lonely() async throws {
    let check = try await library { transaction, model in
      let row = try Self.row(
        of: Photographer.self, in: model,
        [
          "ownerID": .string("9@N00"), "name": .string("Zoe"), "sortName": .string("zoe"),
          "initial": .string("Z"),
        ])
      let outcome = try transaction.insert(row)
      #expect(outcome == .done)
    }
    #expect(!check.isSound && check.store.isSound)
    #expect(check.photographersWithoutPhotos == 1 && check.deletedButThere == 0)
  }

  @Test("finds a photo that is there although it was deleted")
  func deletedButThere() async throws {
    let check = try await library { transaction, model in
      let row = try Self.row(
        of: DeletedPhoto.self, in: model,
        ["flickrID": .string("1"), "deletedAt": .date(.now), "record": .data(Data())])
      let outcome = try transaction.insert(row)
      #expect(outcome == .done)
    }
    #expect(!check.isSound && check.store.isSound)
    #expect(check.deletedButThere == 1 && check.photographersWithoutPhotos == 0)
  }
}
