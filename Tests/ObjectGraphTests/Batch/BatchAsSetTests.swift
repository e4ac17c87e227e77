@testable import ObjectGraph
import ObjectStore
import SQLiteStore
import TestSupport
import Testing

@Suite("Batches as sets")
struct BatchAsSetTests {
  private static let listing = BatchListing(includesIDs: false, rowLimit: 0)

  private func outcome(
    _ storage: Fleet.Storage, isDerived: Bool,
    _ body: (any BatchWriting, ManagedObjectModel) throws -> BatchOutcome?
  ) throws -> BatchOutcome? {
    let folder = try TemporaryFolder()
    let store = try storage.open(in: folder, Fleet.model(isDerived: isDerived))
    let coordinator = PersistentStoreCoordinator(store: store)
    try BackgroundContext(coordinator: coordinator).performAndWait { context in
      var random = SeededGenerator(seed: 5)
      try Fleet.fill(context, ships: 20, using: &random)
    }
    return try store.makeWriter().transaction(.normal) { transaction in
      try body(#require(transaction as? any BatchWriting), store.model)
    }
  }

  @Test(
    "A database deletes rows as a set, unless derived attributes depend on them",
    arguments: Fleet.Storage.writingSets)
  func deletions(_ storage: Fleet.Storage) throws {
    for isDerived in [false, true] {
      let outcome = try outcome(storage, isDerived: isDerived) { transaction, model in
        try transaction.delete(FetchRequest<Ship>().query(in: model), listing: Self.listing)
      }
      #expect((outcome == nil) == isDerived)
      if let outcome {
        #expect(outcome.count == 20 && (outcome.changes == nil) == (storage != .recordedPostgres))
      }
    }
  }

  @Test(
    "Rows that lose references count toward the limit of the rows that a deletion lists",
    arguments: Fleet.Storage.writingSets.filter { $0 != .recordedPostgres })
  func listedReferences(_ storage: Fleet.Storage) throws {
    func changes(rowLimit: Int) throws -> RowChanges? {
      let outcome = try outcome(storage, isDerived: false) { transaction, model in
        try transaction.delete(
          FetchRequest<Harbor>().query(in: model),
          listing: BatchListing(includesIDs: false, rowLimit: rowLimit))
      }
      #expect(outcome?.count == 3)
      return outcome?.changes
    }
    let all = try #require(try changes(rowLimit: .max))
    #expect(all.deleted.count == 3 && all.updated.count > 1)
    #expect(try changes(rowLimit: 3 + all.updated.count)?.updated.count == all.updated.count)
    #expect(try changes(rowLimit: 3 + all.updated.count - 1)?.updated.count == nil)
  }

  @Test("An update without a limit lists all rows")
  func listsAll() throws {
    let outcome = try outcome(.sqlite, isDerived: false) { transaction, model in
      let slot = try #require(model.entity(named: "Ship")?.slot(of: "note"))
      return try transaction.update(
        FetchRequest<Ship>().query(in: model),
        assigning: [BatchAssignment(slot: slot, expression: .value(.string("x")))],
        listing: BatchListing(includesIDs: false, rowLimit: .max))
    }
    #expect(outcome?.changes?.updated.count == 20)
  }

  @Test(
    "A row whose references to several deleted rows are emptied becomes one new version",
    arguments: Fleet.Storage.writingSets)
  func emptiedReferences(_ storage: Fleet.Storage) throws {
    let model = try ManagedObjectModel([
      EntityDescription(
        nil, name: "Person",
        relationships: [
          .toOne("birthplace", "Town", inverse: "born"), .toOne("home", "Town", inverse: "living"),
        ]),
      EntityDescription(
        nil, name: "Town",
        relationships: [
          .toMany("born", "Person", inverse: "birthplace"), .toMany("living", "Person", inverse: "home"),
        ]),
    ])
    let folder = try TemporaryFolder()
    let store = try storage.open(in: folder, model)
    func id(_ entity: EntityNumber, _ key: Int64) -> ManagedObjectID {
      ManagedObjectID(entity: entity, key: key, in: StoreIdentity(store.identifier))
    }
    let (one, other) = (PropertyValue.reference(id(2, 1)), PropertyValue.reference(id(2, 2)))
    let values: [[PropertyValue]] = [[one, other], [one, .null], [.null, other], [other, other]]
    let people = zip(Int64(1)..., values).map { Row(id: id(1, $0), version: 0, values: $1) }
    let writer = try store.makeWriter()
    try writer.transaction(.normal) { transaction in
      for key: Int64 in 1...2 { _ = try transaction.insert(Row(id: id(2, key), version: 0, values: [])) }
      for row in people { _ = try transaction.insert(row) }
    }
    let outcome = try writer.transaction(.normal) { transaction in
      try (transaction as? any BatchWriting)?.delete(StoreQuery(entity: 2), listing: Self.listing)
    }
    #expect(outcome?.count == 2)
    let rows = try store.makeReader().fetch(StoreQuery(entity: 1))
    #expect(rows == people.map { Row(id: $0.id, version: 2, values: [.null, .null]) })
  }

  @Test(
    "A database updates rows as a set, unless the property is unique or a relationship",
    arguments: Fleet.Storage.writingSets)
  func updates(_ storage: Fleet.Storage) throws {
    // No row has a crew of more than 400, and 500 is valid.
    let computed = FetchExpression.arithmetic(.add, .path("crew"), .value(.integer(1)))
    for (name, expression, isSet) in [
      ("crew", computed, true), ("note", .value(.string("x")), true), ("code", .value(.null), false),
      ("harbor", .value(.null), false), ("chart", .value(.null), false),
    ] {
      let outcome = try outcome(storage, isDerived: false) { transaction, model in
        let request = FetchRequest<Ship>().query(in: model)
        let slot = try #require(model.entity(named: "Ship")?.slot(of: name))
        let assignment = BatchAssignment(slot: slot, expression: expression)
        return try transaction.update(request, assigning: [assignment], listing: Self.listing)
      }
      #expect((outcome?.count == 20) == isSet, "\(name)")
    }
  }
}
