import Foundation
import ObjectGraph
import Synchronization
import TestSupport
import Testing

@MainActor
@Suite("A store that is migrated in stages")
struct StagedMigrationTests {
  /// Three versions: people with a name and a town; towns become optional; towns become objects.
  private struct Versions {
    let first: ManagedObjectModel
    let second: ManagedObjectModel
    let third: ManagedObjectModel

    init() throws {
      func person(_ attributes: [AttributeDescription], _ relationships: [RelationshipDescription] = [])
        -> EntityDescription
      {
        MigrationExample.entity("Person", attributes, relationships)
      }
      first = try ManagedObjectModel([person([.init("place", .string)])])
      second = try ManagedObjectModel([
        person([.init("town", .string, isOptional: true, renamingIdentifier: "place")])
      ])
      third = try ManagedObjectModel([
        person(
          [.init("initial", .string)],
          [
            .toOne("town", "Town", inverse: "people"), .toMany("friends", "Person", inverse: "admirers"),
            .toMany("admirers", "Person", inverse: "friends"),
          ]),
        MigrationExample.entity(
          "Town", [], [.toMany("people", "Person", inverse: "town")], unique: [["name"]]),
      ])
    }

    /// The stages; the second makes an object of each town, and makes friends of people in the same one.
    var stages: [MigrationStage] {
      let towns = Mutex<[String: (id: ManagedObjectID, person: ManagedObjectID)]>([:])
      return [
        .custom(
          from: second, to: third,
          [
            "Person": { person in
              guard case .string(let name) = person.oldValue("name") else { return }
              person["initial"] = .string(String(name.prefix(1)))
              guard case .string(let town) = person.oldValue("town"), let id = person.objectID else { return }
              if town == "gone" { return person.delete() }
              if let known = towns.withLock({ $0[town] }) {
                person["town"] = .reference(known.id)
                // The second time, the friend is a member already.
                for _ in 0..<2 { try person.add(known.person, to: "friends") }
              } else {
                let inserted = try person.insert("Town", ["name": .string(town)])
                towns.withLock { $0[town] = (inserted, id) }
                person["town"] = .reference(inserted)
              }
            }
          ]),
        .inferred(from: first, to: second),
      ]
    }
  }

  private static let people = [("ann", "Ulm"), ("bob", "Ulm"), ("cid", "Rom"), ("dan", "gone")].map {
    SampleObject("Person", $0, ["place": .string($1)])
  }
  private static let result = [
    "Person ann initial=\"a\" admirers=bob town=Ulm", "Person bob initial=\"b\" friends=ann town=Ulm",
    "Person cid initial=\"c\" town=Rom", "Town Rom people=cid", "Town Ulm people=ann,bob",
  ]

  @Test("All stages from the version of the file are performed", arguments: StoreKind.persistent)
  func allStages(kind: StoreKind) async throws {
    let (fixture, versions) = (try MigrationFixture(kind), try Versions())
    try await fixture.fill(versions.first, Self.people)
    #expect(try await fixture.lines(versions.third, .staged(versions.stages)) == Self.result)
    #expect(try await fixture.lines(versions.third) == Self.result)
    // Keys of objects that functions have inserted are not given out again.
    try await fixture.fill(versions.third, [SampleObject("Town", "Bonn")])
    #expect(try await fixture.lines(versions.third).count == Self.result.count + 1)
  }

  @Test("A file of the second version begins with the second stage", arguments: StoreKind.persistent)
  func lastStage(kind: StoreKind) async throws {
    let (fixture, versions) = (try MigrationFixture(kind), try Versions())
    try await fixture.fill(
      versions.second,
      Self.people.map { SampleObject("Person", $0.name, ["town": $0.values["place"] ?? .null]) })
    #expect(try await fixture.lines(versions.third, .staged(versions.stages)) == Self.result)
  }

  @Test("A version without a stage is refused with what to do", arguments: StoreKind.persistent)
  func missingStage(kind: StoreKind) async throws {
    let (fixture, versions) = (try MigrationFixture(kind), try Versions())
    try await fixture.fill(versions.first, Self.people)
    let reason = "no stage of the migration begins with it: add one"
    #expect(throws: StoreError.otherModel(path: fixture.place, reason: reason)) {
      try fixture.open(versions.third, .staged(Array(versions.stages.prefix(1))))
    }
    #expect(throws: StoreError.self) {
      try fixture.open(versions.third, .staged(Array(versions.stages.suffix(1))))
    }
    #expect(try await fixture.lines(versions.first).count == Self.people.count)
  }

  private struct Refusal: Error {}

  @Test(
    "A function that throws, and one that forgets a value, change nothing", arguments: StoreKind.persistent)
  func failures(kind: StoreKind) async throws {
    let (fixture, versions) = (try MigrationFixture(kind), try Versions())
    try await fixture.fill(versions.first, Self.people)
    let before = try await fixture.lines(versions.first)
    func stages(_ body: @escaping MigrationStage.ObjectMapping) -> StoreMigration {
      .staged([
        .inferred(from: versions.first, to: versions.second),
        .custom(from: versions.second, to: versions.third, ["Person": body]),
      ])
    }
    #expect(throws: Refusal.self) {
      try fixture.open(
        versions.third,
        stages { person in
          try person.insert("Town", ["name": .string("x")])
          if person.oldValue("name") == .string("cid") { throw Refusal() }
        })
    }
    let forgotten = #expect(throws: MigrationError.self) { try fixture.open(versions.third, stages { _ in }) }
    #expect(
      forgotten?.problems == [
        MigrationProblem(entity: "Person", property: "initial", .missingValue(count: 4))
      ])
    let shared = #expect(throws: MigrationError.self) {
      try fixture.open(
        versions.third,
        stages { person in
          person["initial"] = .string("x")
          try person.insert("Town", ["name": .string("x")])
        })
    }
    #expect(
      shared?.problems == [
        MigrationProblem(entity: "Town", .notUnique(constraint: ["name"], count: 1, example: [.string("x")]))
      ])
    #expect(try await fixture.lines(versions.first) == before)
  }

  @Test(
    "A function that gives a property a value that it cannot hold changes nothing",
    arguments: StoreKind.persistent)
  func unsuitableValues(kind: StoreKind) async throws {
    let fixture = try MigrationFixture(kind)
    let old = try ManagedObjectModel([
      MigrationExample.entity("Person"), MigrationExample.entity("Town"),
    ])
    let new = try ManagedObjectModel([
      MigrationExample.entity(
        "Person", [.init("age", .integer16, isOptional: true)],
        [
          .toOne("town", "Town"), .toMany("friends", "Person", inverse: "admirers"),
          .toMany("admirers", "Person", inverse: "friends"),
        ]),
      MigrationExample.entity("Town"),
    ])
    try await fixture.fill(old, [SampleObject("Person", "ann")])
    func problems(_ body: @escaping MigrationStage.ObjectMapping) -> [MigrationProblem]? {
      let stage = MigrationStage.custom(from: old, to: new, ["Person": body])
      let error = #expect(throws: MigrationError.self) { try fixture.open(new, .staged([stage])) }
      return error?.problems
    }
    for value in [PropertyValue.string("old"), .integer(100_000)] {
      let expected = [MigrationProblem(entity: "Person", property: "age", .unsuitableValue(value))]
      #expect(problems { $0["age"] = value } == expected)
      #expect(problems { try $0.insert("Person", ["name": .string("bob"), "age": value]) } == expected)
    }
    let toPerson = problems { person in person["town"] = person.objectID.map { .reference($0) } ?? .null }
    #expect(toPerson?.map(\.property) == ["town"])
    let toTown = problems { try $0.add($0.insert("Town", ["name": .string("Ulm")]), to: "friends") }
    #expect(toTown?.map(\.property) == ["friends"])
    #expect(try await fixture.lines(old) == ["Person ann"])
  }

  @Test("References to objects that a function deletes become empty", arguments: StoreKind.persistent)
  func deletion(kind: StoreKind) async throws {
    let fixture = try MigrationFixture(kind)
    func model(_ rank: AttributeType) throws -> ManagedObjectModel {
      try ManagedObjectModel([
        MigrationExample.entity(
          "Tag", [.init("rank", rank, isOptional: true)],
          [
            .toMany("photos", "Photo", inverse: "tags"), .toMany("covers", "Photo", inverse: "cover"),
          ]),
        MigrationExample.entity("SubTag", parent: "Tag"),
        MigrationExample.entity(
          "Photo", [],
          [
            .toMany("tags", "Tag", inverse: "photos"), .toOne("cover", "Tag", inverse: "covers"),
            .toOne("original", "Photo", inverse: "copies"), .toMany("copies", "Photo", inverse: "original"),
          ]),
      ])
    }
    let (old, new) = (try model(.integer32), try model(.string))
    try await fixture.fill(
      old,
      [
        SampleObject("Tag", "t1"), SampleObject("Tag", "t2"), SampleObject("SubTag", "t3"),
        SampleObject("Photo", "p1", to: ["tags": ["t1", "t2"], "cover": ["t1"]]),
        SampleObject("Photo", "p2", to: ["tags": ["t2", "t3"], "cover": ["t2"], "original": ["p1"]]),
        SampleObject("Photo", "p3", to: ["tags": ["t3"], "cover": ["t3"], "original": ["p2"]]),
      ])
    let gone: Set<PropertyValue> = [.string("t1"), .string("t3"), .string("p1")]
    let delete: MigrationStage.ObjectMapping = { if gone.contains($0.oldValue("name")) { $0.delete() } }
    let stage = MigrationStage.custom(
      from: old, to: new, ["Tag": delete, "SubTag": delete, "Photo": delete])
    #expect(
      try await fixture.lines(new, .staged([stage])) == [
        "Photo p2 copies=p3 cover=t2 tags=t2", "Photo p3 original=p2", "Tag t2 covers=p2 photos=p2",
      ])
  }

  @Test("Objects of an entity that is removed can become others", arguments: StoreKind.persistent)
  func removedEntity(kind: StoreKind) async throws {
    let fixture = try MigrationFixture(kind)
    let old = try ManagedObjectModel([
      MigrationExample.entity("Film", [.init("frames", .integer64)]),
      MigrationExample.entity("Photo", [], [.toOne("film", "Film")]),
    ])
    let new = try ManagedObjectModel([MigrationExample.entity("Photo", [.init("frames", .integer64)])])
    try await fixture.fill(
      old,
      [
        SampleObject("Film", "f", ["frames": .integer(36)]), SampleObject("Photo", "p", to: ["film": ["f"]]),
      ])
    let stage = MigrationStage.custom(
      from: old, to: new,
      [
        "Film": { film in
          #expect(film.objectID == nil && film.entity == nil)
          try film.insert("Photo", ["name": film.oldValue("name"), "frames": film.oldValue("frames")])
        },
        "Photo": { photo in
          #expect(photo.oldValue("film") == .null)
          photo["frames"] = .integer(1)
        },
      ])
    #expect(try await fixture.lines(new, .staged([stage])) == ["Photo f frames=36", "Photo p frames=1"])
  }

  @Test(
    "The progress is reported in order, and an error of the report changes nothing",
    arguments: StoreKind.persistent)
  func progress(kind: StoreKind) async throws {
    let (fixture, versions) = (try MigrationFixture(kind), try Versions())
    try await fixture.fill(versions.first, Self.people)
    let reports = Mutex<[MigrationProgress]>([])
    let stages = StoreMigration.staged(versions.stages)
    #expect(throws: Refusal.self) {
      try fixture.open(
        versions.third,
        stages.reporting { if $0.stage == 2 && $0.completedSteps == $0.stepCount { throw Refusal() } })
    }
    #expect(try await fixture.lines(versions.first).count == Self.people.count)
    let reporting = StoreMigration.staged(try Versions().stages).reporting { report in
      reports.withLock { $0.append(report) }
    }
    _ = try fixture.open(versions.third, reporting)
    let found = reports.withLock { $0 }
    #expect(found.map(\.fraction) == found.map(\.fraction).sorted())
    #expect(found.first?.fraction == 0 && found.last?.fraction == 1)
    #expect(Set(found.map(\.stage)) == [1, 2])
  }

  @Test("A canceled task ends the migration and changes nothing", arguments: StoreKind.persistent)
  func cancellation(kind: StoreKind) async throws {
    let (fixture, versions) = (try MigrationFixture(kind), try Versions())
    try await fixture.fill(versions.first, Self.people)
    let (path, first, third) = (fixture.folder, versions.first, versions.third)
    let stages = StoreMigration.staged(versions.stages).reporting { report in
      if report.stage == 2 { withUnsafeCurrentTask { $0?.cancel() } }
    }
    let task = Task.detached {
      _ = try kind.open(in: path, model: third, options: StoreOptions(migration: stages))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await fixture.lines(first).count == Self.people.count)
  }

  @Test(
    "A task that is canceled during a stage ends without its other objects", arguments: StoreKind.persistent)
  func cancellationWithin(kind: StoreKind) async throws {
    let fixture = try MigrationFixture(kind)
    let (first, second) = (
      try ManagedObjectModel([MigrationExample.entity("Person")]),
      try ManagedObjectModel([MigrationExample.entity("Person", [.init("age", .integer16, isOptional: true)])]
      )
    )
    let people = (1...500).map { SampleObject("Person", "p\($0)") }
    try await fixture.fill(first, people)
    let calls = Mutex(0)
    let stage = MigrationStage.custom(
      from: first, to: second,
      [
        "Person": { _ in
          calls.withLock { $0 += 1 }
          withUnsafeCurrentTask { $0?.cancel() }
        }
      ])
    let folder = fixture.folder
    let task = Task.detached {
      _ = try kind.open(in: folder, model: second, options: StoreOptions(migration: .staged([stage])))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(calls.withLock { $0 } < people.count)
    #expect(try await fixture.lines(first).count == people.count)
  }
}
