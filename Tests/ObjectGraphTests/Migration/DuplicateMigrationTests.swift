import ObjectGraph
import SQLiteStore
import TestSupport
import Testing

@MainActor
@Suite("A migration that adds a uniqueness constraint")
struct DuplicateMigrationTests {
  @Test(
    "Each policy merges objects with the same values",
    arguments: StoreKind.persistent.flatMap { kind in DuplicatePolicy.allCases.map { (kind, $0) } },
    DuplicateExample.all)
  func policy(_ setting: (kind: StoreKind, policy: DuplicatePolicy), example: DuplicateExample) async throws {
    let fixture = try MigrationFixture(setting.kind)
    let (old, new) = (try ManagedObjectModel(example.old), try ManagedObjectModel(example.new))
    try await fixture.fill(old, example.objects)
    let before = try await fixture.lines(old)
    let migration = StoreMigration.inferred.mergingDuplicates(by: setting.policy)
    // Without a policy, nothing is merged.
    #expect(throws: MigrationError.self) { try fixture.open(new, .inferred) }
    guard example.problems.isEmpty else {
      let error = #expect(throws: MigrationError.self) { try fixture.open(new, migration) }
      #expect(error?.problems == example.problems)
      #expect(try await fixture.lines(old) == before)
      return
    }
    let expected = (example.lines[setting.policy] ?? []).sorted()
    #expect(try await fixture.lines(new, migration).sorted() == expected)
    #expect(try await fixture.lines(new).sorted() == expected)
    if let store = try fixture.open(new) as? SQLiteStore {
      let check = try store.check()
      #expect(check.isSound, "\(check)")
    }
  }

  @Test(
    "Values that are derived from others are compared in a constraint that is added with them",
    arguments: StoreKind.persistent)
  func derivedValues(kind: StoreKind) async throws {
    func model(_ isNew: Bool) throws -> ManagedObjectModel {
      try ManagedObjectModel([
        MigrationExample.entity(
          "Person", isNew ? [.init("folded", .string, isOptional: true, derived: .canonical("name"))] : [],
          unique: isNew ? [["folded"]] : [])
      ])
    }
    let fixture = try MigrationFixture(kind)
    try await fixture.fill(model(false), [SampleObject("Person", "Ada"), SampleObject("Person", "ADA")])
    #expect(throws: StoreError.self) { try fixture.open(model(true)) }
    let error = #expect(throws: MigrationError.self) { try fixture.open(model(true), .inferred) }
    #expect(
      error?.problems == [
        MigrationProblem(
          entity: "Person", .notUnique(constraint: ["folded"], count: 1, example: [.string("ada")]))
      ])
    let migration = StoreMigration.inferred.mergingDuplicates(by: .newestTrumps)
    let expected = ["Person ADA folded=\"ada\""]
    #expect(try await fixture.lines(model(true), migration) == expected)
    #expect(try await fixture.lines(model(true)) == expected)
  }

  @Test("The full-text index finds the texts of merged objects")
  func texts() async throws {
    func model(_ unique: [[String]]) throws -> ManagedObjectModel {
      try ManagedObjectModel([
        EntityDescription(
          nil, name: "Photo", attributes: [.init("name", .string), .init("key", .string)], unique: unique,
          fullTextIndex: ["name"])
      ])
    }
    let fixture = try MigrationFixture(.sqlite)
    let key: [String: PropertyValue] = ["key": .string("x")]
    try await fixture.fill(
      model([]), [SampleObject("Photo", "a heron", key), SampleObject("Photo", "an egret", key)])
    let store = try fixture.open(model([["key"]]), .inferred.mergingDuplicates(by: .newestTrumps))
    for (word, count) in [("heron", 0), ("egret", 1)] {
      let predicate = try FetchPredicate("name CONTAINS '\(word)'")
      #expect(try store.makeReader().count(StoreQuery(entity: 1, predicate: predicate)) == count)
    }
  }
}
