import Foundation
import ObjectGraph
import SQLiteStore
import TestSupport
import Testing

@testable import PhotoLibrary

@MainActor
@Suite("Repairing a library")
struct RepairTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Makes a library of two photographers, and changes it behind its back.
  private func makeLibrary(
    _ spoil: @escaping @Sendable (any StoreTransaction, ManagedObjectModel) throws -> Void
  ) async throws {
    let library = try TestLibrary(folder)
    try await library.importPhotos([.full("1"), .full("2", by: "2@N00", name: "Bob")])
    let store = try SQLiteStore(path: folder.path(PhotoLibrary.fileName), model: try LibraryModel.shared())
    let writer = try store.makeWriter()
    try writer.transaction(.full) { try spoil($0, store.model) }
  }

  @Test("A copy has the library as it was, and the next copy has another name")
  func copy() async throws {
    try await makeLibrary { _, _ in }
    let first = try await PhotoLibrary.repair(.folder(folder.url))
    #expect(first.check.isSound)
    #expect(first.copy == folder.path("library.before-repair.sqlite"))
    let copied = try SQLiteStore(path: #require(first.copy), model: LibraryModel.shared()).check()
    #expect(copied.isSound && copied.counts.map(\.rows) == first.check.store.counts.map(\.rows))
    let second = try await PhotoLibrary.repair(.folder(folder.url))
    #expect(second.copy == folder.path("library.before-repair-2.sqlite"))
  }

  @Test(
    "Photographers without photos, also those with albums, and records of photos that are there are removed")
  func contents() async throws {
    try await makeLibrary { transaction, model in
      let lonely = model.number(of: Photographer.self)
      let deleted = model.number(of: DeletedPhoto.self)
      let owner = ManagedObjectID(entity: lonely, key: 4_711, in: .unbound)
      let values: [(EntityNumber, [String: PropertyValue])] = [
        (
          lonely,
          [
            "ownerID": .string("9@N00"), "name": .string("Zoe"), "sortName": .string("zoe"),
            "initial": .string("Z"),
          ]
        ),
        (deleted, ["flickrID": .string("1"), "deletedAt": .date(.now), "record": .data(Data("{}".utf8))]),
        (
          model.number(of: Album.self),
          [
            "identifier": .string("7"), "kind": .integer(1), "title": .string("Sea"), "about": .string(""),
            "isFetched": .boolean(true), "owner": .reference(owner),
          ]
        ),
      ]
      for (number, values) in values {
        let entity = try #require(model.entity(numbered: number))
        let row = Row(
          id: ManagedObjectID(entity: number, key: 4_711, in: .unbound), version: 0,
          values: entity.slots.map { values[entity.name(ofSlot: $0)] ?? .null })
        let outcome = try transaction.insert(row)
        #expect(outcome == .done)
      }
    }
    let repair = try await PhotoLibrary.repair(.folder(folder.url))
    #expect(repair.check.isSound)
    #expect(repair.repaired.contains("1 photographers without photos were deleted"))
    #expect(repair.repaired.contains("1 records of deleted photos that are in the library were removed"))
    #expect(repair.report.last == "sound")
    let album = try #require(try PhotoLibrary(folder: folder.url).album(named: "7"))
    #expect(album.title == "Sea" && album.owner == nil)
  }

  @Test("A photo whose photographer is missing stays, and the problem is named")
  func missingPhotographer() async throws {
    try await makeLibrary { transaction, model in
      let number = model.number(of: Photo.self)
      let entity = try #require(model.entity(numbered: number))
      let (flickrID, slot) = try (
        #require(entity.slot(of: "flickrID")), #require(entity.slot(of: "photographer"))
      )
      var row = try #require(try transaction.row(entity: number, slots: [flickrID], values: [.string("1")]))
      row.values[slot] = .reference(
        ManagedObjectID(entity: model.number(of: Photographer.self), key: 4_711, in: .unbound))
      let outcome = try transaction.update(row, slots: [slot])
      #expect(outcome == .done)
    }
    let repair = try await PhotoLibrary.repair(.folder(folder.url))
    #expect(repair.check.store.orphans.map(\.relationship) == ["photographer"])
    #expect(repair.check.store.counts.first { $0.entity == "Photo" }?.rows == 2)
    #expect(repair.report.contains("orphans\t1 Photo whose photographer is not there"))
  }
}
