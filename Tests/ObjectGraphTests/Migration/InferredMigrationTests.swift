import Foundation
import ObjectGraph
import SQLiteStore
import TestSupport
import Testing

@MainActor
@Suite("A store that is migrated by an inferred mapping")
struct InferredMigrationTests {
  nonisolated private static let examples =
    MigrationExample.attributes + MigrationExample.relationships + MigrationExample.entities
    + MigrationExample.tables

  @Test("Each kind of change is made or refused", arguments: StoreKind.persistent, examples)
  func change(kind: StoreKind, example: MigrationExample) async throws {
    let fixture = try MigrationFixture(kind)
    let (old, new) = (try ManagedObjectModel(example.old), try ManagedObjectModel(example.new))
    try await fixture.fill(old, example.objects)
    guard example.problems.isEmpty else {
      let before = try await fixture.lines(old)
      let error = #expect(throws: MigrationError.self) { try fixture.open(new, .inferred) }
      #expect(error?.problems == example.problems)
      #expect(error?.path == fixture.place)
      #expect(try await fixture.lines(old) == before)
      return
    }
    #expect(try await fixture.lines(new, .inferred).sorted() == example.lines.sorted())
    // From now on the file has the new model.
    #expect(try await fixture.lines(new).sorted() == example.lines.sorted())
    try await fixture.fill(new, [])
    if let store = try fixture.open(new) as? SQLiteStore {
      let check = try store.check()
      #expect(check.isSound, "\(check)")
      #expect(try store.schemaDescription().contains("Z_OLD") == false)
    }
  }

  @Test(
    "A property that is removed from one of two entities begins empty again", arguments: StoreKind.persistent)
  func sharedColumn(kind: StoreKind) async throws {
    let fixture = try MigrationFixture(kind)
    func model(_ attributes: [AttributeDescription]) throws -> ManagedObjectModel {
      let value = AttributeDescription("value", .string, isOptional: true)
      return try ManagedObjectModel([
        MigrationExample.entity("Item"), MigrationExample.entity("Photo", parent: "Item", [value]),
        MigrationExample.entity("Video", parent: "Item", attributes),
      ])
    }
    let full = try model([AttributeDescription("value", .string, isOptional: true)])
    try await fixture.fill(
      full,
      [
        SampleObject("Photo", "a", ["value": .string("x")]),
        SampleObject("Video", "b", ["value": .string("y")]),
      ])
    let expected = ["Photo a value=\"x\"", "Video b"]
    #expect(try await fixture.lines(model([]), .inferred) == expected)
    #expect(try await fixture.lines(full, .inferred) == expected)
  }

  @Test(
    "A derived attribute that is added has its values at once", arguments: StoreKind.persistent,
    [StoreMigration.additions, .inferred])
  func derived(kind: StoreKind, migration: StoreMigration) async throws {
    let fixture = try MigrationFixture(kind)
    func model(_ derived: [AttributeDescription]) throws -> ManagedObjectModel {
      try ManagedObjectModel([
        MigrationExample.entity("Album", derived, [.toMany("photos", "Photo", inverse: "album")]),
        MigrationExample.entity("Photo", [], [.toOne("album", "Album", inverse: "photos")]),
      ])
    }
    try await fixture.fill(
      model([]),
      [
        SampleObject("Album", "X"), SampleObject("Photo", "a", to: ["album": ["X"]]),
        SampleObject("Photo", "b", to: ["album": ["X"]]),
      ])
    let new = try model([
      .init("count", .integer64, isOptional: true, derived: .count("photos")),
      .init("key", .string, isOptional: true, derived: .lowercase("name")),
    ])
    let album = "Album X count=2 key=\"x\" photos=a,b"
    #expect(try await fixture.lines(new, migration).first == album)
    try await fixture.fill(new, [SampleObject("Photo", "c")])
    #expect(try await fixture.lines(new).first == album)
  }

  @Test(
    "Required derived and transient attributes do not hinder an addition", arguments: StoreKind.persistent,
    [StoreMigration.additions, .inferred])
  func requiredOnes(kind: StoreKind, migration: StoreMigration) async throws {
    let fixture = try MigrationFixture(kind)
    func model(
      album: [AttributeDescription] = [], photo: [AttributeDescription] = []
    ) throws -> ManagedObjectModel {
      try ManagedObjectModel([
        MigrationExample.entity("Album", album, [.toMany("photos", "Photo", inverse: "album")]),
        MigrationExample.entity(
          "Photo", [.init("mood", .string, isTransient: true)] + photo,
          [.toOne("album", "Album", inverse: "photos")]),
      ])
    }
    try await fixture.fill(
      model(),
      [
        SampleObject("Album", "X"),
        SampleObject("Photo", "a", ["mood": .string("good")], to: ["album": ["X"]]),
      ])
    let new = try model(
      album: [.init("count", .integer64, derived: .count("photos"))],
      photo: [.init("stars", .integer16, isOptional: true), .init("place", .string, isTransient: true)])
    #expect(try await fixture.lines(new, migration) == ["Album X count=1 photos=a", "Photo a album=X"])
  }

  @Test("Without the option, a change that loses something is refused", arguments: StoreKind.persistent)
  func additionsOnly(kind: StoreKind) async throws {
    let fixture = try MigrationFixture(kind)
    let old = try ManagedObjectModel([MigrationExample.entity("Photo", [.init("title", .string)])])
    try await fixture.fill(old, [SampleObject("Photo", "a", ["title": .string("x")])])
    let new = try ManagedObjectModel([MigrationExample.entity("Photo")])
    #expect(throws: StoreError.self) { try fixture.open(new) }
    #expect(try await fixture.lines(old) == ["Photo a title=\"x\""])
  }

  @Test(
    "The order of a description and transient attributes do not change where values are kept",
    arguments: StoreKind.persistent)
  func columnNames(kind: StoreKind) async throws {
    let (x, x1, y) = (
      AttributeDescription("x", .string, isOptional: true),
      AttributeDescription("x1", .string, isOptional: true),
      AttributeDescription("y", .string, isOptional: true)
    )
    func model(_ first: [AttributeDescription], _ second: [AttributeDescription]) throws -> ManagedObjectModel
    {
      try ManagedObjectModel([
        MigrationExample.entity("Item"), MigrationExample.entity("B", parent: "Item", first),
        MigrationExample.entity("C", parent: "Item", second),
      ])
    }
    let old = try model([x], [x, x1, y])
    let new = try model([.init("y", .string, isOptional: true, isTransient: true), x], [y, x1, x])
    #expect(old.versionHashes == new.versionHashes)
    let fixture = try MigrationFixture(kind)
    try await fixture.fill(
      old,
      [
        SampleObject("B", "b", ["x": .string("0")]),
        SampleObject("C", "c", ["x": .string("1"), "x1": .string("2"), "y": .string("3")]),
      ])
    let expected = ["B b x=\"0\"", "C c x=\"1\" x1=\"2\" y=\"3\""]
    #expect(try await fixture.lines(new) == expected)
    #expect(try await fixture.lines(old) == expected)
    // A stage describes the order of its program, not that of the store.
    let third = try model([x, .init("z", .string, isOptional: true)], [x, x1, y])
    #expect(try await fixture.lines(third, .staged([.inferred(from: new, to: third)])) == expected)
  }

  @Test(
    "Rows get the unique values that others have until then, if these are derived from another attribute",
    arguments: StoreKind.persistent, [true, false])
  func exchangedDerivedValues(kind: StoreKind, isInferred: Bool) async throws {
    func model(_ source: String) throws -> ManagedObjectModel {
      try ManagedObjectModel([
        MigrationExample.entity(
          "Item",
          [
            .init("other", .string, isOptional: true),
            .init("key", .string, isOptional: true, derived: .lowercase(source)),
          ], unique: [["key"]]),
        MigrationExample.entity("Scan", parent: "Item"),
      ])
    }
    let fixture = try MigrationFixture(kind)
    let objects = [("Item", "a", "b"), ("Item", "b", "c"), ("Item", "c", "s"), ("Scan", "s", "a")]
    try await fixture.fill(
      model("name"), objects.map { SampleObject($0.0, $0.1, ["other": .string($0.2)]) })
    let expected = objects.map { "\($0.0) \($0.1) key=\"\($0.2)\" other=\"\($0.2)\"" }
    #expect(try await fixture.lines(model("other"), isInferred ? .inferred : .additions) == expected)
    #expect(try await fixture.lines(model("other")) == expected)
  }

  @Test("Additions do not give an entity another parent, or none", arguments: StoreKind.persistent)
  func otherParents(kind: StoreKind) async throws {
    let item = MigrationExample.entity("Item")
    let alone = try ManagedObjectModel([item, MigrationExample.entity("Photo")])
    let inheriting = try ManagedObjectModel([item, MigrationExample.entity("Photo", parent: "Item")])
    for (old, new) in [(alone, inheriting), (inheriting, alone)] {
      let fixture = try MigrationFixture(kind)
      try await fixture.fill(old, [SampleObject("Photo", "a")])
      let error = StoreError.otherModel(
        path: fixture.place, reason: "its entity Photo inherits from another one in this")
      #expect(throws: error) { try fixture.open(new) }
      #expect(try await fixture.lines(new, .inferred) == ["Photo a"])
    }
  }

  @Test("A read-only store is not migrated, and the error says what to do", arguments: StoreKind.lasting)
  func readOnly(kind: StoreKind) async throws {
    let fixture = try MigrationFixture(kind)
    let old = try ManagedObjectModel([MigrationExample.entity("Photo", [.init("title", .string)])])
    try await fixture.fill(old, [SampleObject("Photo", "a", ["title": .string("x")])])
    let new = try ManagedObjectModel([MigrationExample.entity("Photo")])
    let before = try Data(contentsOf: URL(filePath: fixture.path))
    let options = StoreOptions(isReadOnly: true, migration: .inferred)
    let error = #expect(throws: StoreError.self) {
      try kind.open(in: fixture.folder, model: new, options: options)
    }
    #expect(error?.description.contains("open it for writing once") == true)
    #expect(try Data(contentsOf: URL(filePath: fixture.path)) == before)
  }

  @Test("A model that cannot be mapped is refused before anything is read", arguments: StoreKind.persistent)
  func unmappable(kind: StoreKind) async throws {
    let fixture = try MigrationFixture(kind)
    let old = try ManagedObjectModel([MigrationExample.entity("Photo", [.init("value", .binary)])])
    try await fixture.fill(old, [])
    let new = try ManagedObjectModel([MigrationExample.entity("Photo", [.init("value", .double)])])
    let error = #expect(throws: MigrationError.self) { try fixture.open(new, .inferred) }
    #expect(
      error?.problems == [
        MigrationProblem(entity: "Photo", property: "value", .noConversion(from: .binary, to: .double))
      ])
  }
}
