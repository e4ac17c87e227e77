import Foundation
@testable import ObjectGraph
import SQLiteStore
import TestSupport
import Testing

@Suite("Batches beyond 64 bits")
struct BatchOverflowTests {
  /// A depth below the sea, in any unit.
  final class Depth: ManagedObject {
    static let units = Property<Depth, Int>("units")
    @Attribute(Depth.units) var units: Int

    static func model() throws -> ManagedObjectModel {
      try ManagedObjectModel([EntityDescription(Depth.self, attributes: [.init("units", .integer64)])])
    }
  }

  @Test(
    "A computed integer that needs more than 64 bits is refused, and nothing is changed",
    arguments: Fleet.Storage.allCases, [0, 1_000])
  func overflow(_ storage: Fleet.Storage, rowLimit: Int) throws {
    let folder = try TemporaryFolder()
    let coordinator = PersistentStoreCoordinator(store: try storage.open(in: folder, Depth.model()))
    let context = try BackgroundContext(coordinator: coordinator)
    for (last, step) in [(Int.max, 1), (Int.min, -1)] {
      try coordinator.executeAndWait(BatchDeleteRequest(FetchRequest<Depth>()))
      try coordinator.executeAndWait(
        BatchInsertRequest<Depth>(rows: [1, 2, last].map { ["units": .integer(Int64($0))] }))
      func add(_ step: Int, where predicate: String) throws -> Int {
        var request = BatchUpdateRequest(
          FetchRequest<Depth>(where: try FetchPredicate(predicate)),
          set: [.set(\.units, to: Depth.units + step)])
        request.rowLimit = rowLimit
        return try coordinator.executeAndWait(request).count
      }
      #expect(throws: ValidationError.self) { try add(step, where: "TRUEPREDICATE") }
      func units() throws -> Set<Int> {
        try context.performAndWait { context in
          Set(try context.fetch(FetchRequest<Depth>()).map(\.units))
        }
      }
      #expect(try units() == [1, 2, last])
      // As far as 64 bits reach.
      #expect(try add(-step, where: "TRUEPREDICATE") == 3)
      #expect(try add(step, where: "TRUEPREDICATE") == 3)
      #expect(try units() == [1, 2, last])
    }
  }
}
