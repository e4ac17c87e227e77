@testable import ObjectGraph
import ObjectStore
import SQLiteStore
import TestSupport
import Testing

@Suite("Batches as sets")
struct BatchAsSetTests {
  private static let listing = BatchListing(includesIDs: false, rowLimit: 0)

  private func outcome(
    isDerived: Bool, _ body: (any BatchWriting, ManagedObjectModel) throws -> BatchOutcome?
  ) throws -> BatchOutcome? {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(path: folder.path("fleet.sqlite"), model: Fleet.model(isDerived: isDerived))
    let coordinator = PersistentStoreCoordinator(store: store)
    try BackgroundContext(coordinator: coordinator).performAndWait { context in
      var random = SeededGenerator(seed: 5)
      try Fleet.fill(context, ships: 20, using: &random)
    }
    return try store.makeWriter().transaction(.normal) { transaction in
      try body(#require(transaction as? any BatchWriting), store.model)
    }
  }

  @Test("SQLite deletes rows as a set, unless derived attributes depend on them")
  func deletions() throws {
    for isDerived in [false, true] {
      let outcome = try outcome(isDerived: isDerived) { transaction, model in
        try transaction.delete(FetchRequest<Ship>().query(in: model), listing: Self.listing)
      }
      #expect((outcome == nil) == isDerived)
      if let outcome { #expect(outcome.count == 20 && outcome.changes == nil) }
    }
  }

  @Test("SQLite updates rows as a set, unless the property is unique or a relationship")
  func updates() throws {
    let computed = FetchExpression.arithmetic(.add, .path("crew"), .value(.integer(1)))
    for (name, expression, isSet) in [
      ("crew", computed, true), ("note", .value(.string("x")), true), ("code", .value(.null), false),
      ("harbor", .value(.null), false), ("chart", .value(.null), false),
    ] {
      let outcome = try outcome(isDerived: false) { transaction, model in
        let request = FetchRequest<Ship>().query(in: model)
        let slot = try #require(model.entity(named: "Ship")?.slot(of: name))
        let assignment = BatchAssignment(slot: slot, expression: expression)
        return try transaction.update(request, assigning: [assignment], listing: Self.listing)
      }
      #expect((outcome?.count == 20) == isSet, "\(name)")
    }
  }
}
