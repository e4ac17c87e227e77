import Foundation
@testable import ObjectGraph
import SQLiteStore
import TestSupport
import Testing

@MainActor
@Suite("Contexts and lists follow batches", .timeLimit(.minutes(10)))
struct BatchFollowingTests {
  private func container(
    _ folder: TemporaryFolder, keepsHistory: Bool = false, follows: Bool = false
  ) throws -> PersistentContainer {
    try PersistentContainer(
      store: SQLiteStore(
        path: folder.path("fleet.sqlite"), model: Fleet.model(),
        options: StoreOptions(keepsHistory: keepsHistory)), followsExternalChanges: follows)
  }

  private func fill(_ container: PersistentContainer) throws {
    var random = SeededGenerator(seed: 3)
    try Fleet.fill(container.viewContext, ships: 30, using: &random)
  }

  @Test("A list and the objects of the main context show a batch", arguments: [0, 1_000])
  func mainContext(_ rowLimit: Int) async throws {
    let folder = try TemporaryFolder()
    let container = try container(folder)
    try fill(container)
    let context = container.viewContext
    let ships = try context.fetch(FetchRequest<Ship>(order: [.by(\.name)]))
    let crews = ships.map(\.crew)
    var update = BatchUpdateRequest<Ship>(set: [.set(\.crew, to: Ship.crew + 1)])
    update.rowLimit = rowLimit
    let result = try await context.execute(update)
    #expect(result.count == 30 && result.report.isReload == (rowLimit == 0))
    #expect(ships.map(\.crew) == crews.map { $0 + 1 })
    var delete = BatchDeleteRequest<Ship>(where: \.crew > 100)
    delete.rowLimit = rowLimit
    try await context.execute(delete)
    #expect(try context.fetch(FetchRequest<Ship>()).count == crews.count { $0 + 1 <= 100 })
    #expect(ships.count { !$0.isDeleted && $0.managedObjectContext != nil } == crews.count { $0 + 1 <= 100 })
    var insert = BatchInsertRequest<Harbor>(count: 5) { index, harbor in
      harbor.set(\.name, to: "new \(index)")
    }
    insert.rowLimit = rowLimit
    try await context.execute(insert)
    #expect(try context.fetch(FetchRequest<Harbor>()).count == 8)
  }

  @Test("The blocking form shows the changes of a batch at once", arguments: [0, 1_000])
  func blocking(_ rowLimit: Int) async throws {
    let folder = try TemporaryFolder()
    let container = try container(folder)
    try fill(container)
    let ships = try container.viewContext.fetch(FetchRequest<Ship>())
    let worker = try container.makeBackgroundContext()
    var request = BatchUpdateRequest<Ship>(set: [.set(\.note, to: "new")])
    request.rowLimit = rowLimit
    try container.viewContext.executeAndWait(request)
    #expect(ships.allSatisfy { $0.note == "new" })
    try await worker.perform { context in
      let ships = try context.fetch(FetchRequest<Ship>())
      #expect(ships.allSatisfy { $0.note == "new" })
      var request = BatchUpdateRequest<Ship>(set: [.set(\.note, to: "newer")])
      request.rowLimit = rowLimit
      try context.executeAndWait(request)
      #expect(ships.allSatisfy { $0.note == "newer" })
    }
    await container.coordinator.drain()
    #expect(ships.allSatisfy { $0.note == "newer" })
  }

  @Test("Members of objects in use follow a batch", arguments: [0, 1_000])
  func members(_ rowLimit: Int) async throws {
    let folder = try TemporaryFolder()
    let container = try container(folder)
    try fill(container)
    let context = container.viewContext
    let harbors = try context.fetch(FetchRequest<Harbor>(order: [.by(\.name)]))
    let count = harbors.reduce(0) { $0 + $1.ships.count }
    #expect(count > 0)
    var request = BatchUpdateRequest<Ship>(set: [.set(\.harbor, to: harbors[0].objectID)])
    request.rowLimit = rowLimit
    try await context.execute(request)
    #expect(harbors.map(\.ships.count) == [30, 0, 0])
    var delete = BatchDeleteRequest<Ship>(where: \.crew < 200)
    delete.rowLimit = rowLimit
    let result = try await context.execute(delete)
    #expect(harbors.map(\.ships.count) == [30 - result.count, 0, 0])
  }

  @Test("Unsaved changes of the same rows stay, and conflict when they are saved", arguments: [0, 1_000])
  func conflict(_ rowLimit: Int) async throws {
    let folder = try TemporaryFolder()
    let container = try container(folder)
    try fill(container)
    let worker = try container.makeBackgroundContext()
    try await worker.perform { context in
      try context.fetch(FetchRequest<Ship>()).first?.note = "mine"
    }
    var request = BatchUpdateRequest<Ship>(set: [.set(\.note, to: "theirs")])
    request.rowLimit = rowLimit
    try await container.coordinator.execute(request)
    await #expect(throws: ConflictError.self) { try await worker.save() }
    await worker.perform { $0.mergePolicy = .objectTrumps }
    try await worker.save()
    let notes = try container.viewContext.fetch(FetchRequest<Ship>()).map(\.note)
    #expect(notes.count { $0 == "mine" } == 1 && notes.count { $0 == "theirs" } == 29)
  }

  @Test("Another program follows a batch", arguments: [false, true])
  func otherProgram(_ keepsHistory: Bool) async throws {
    let folder = try TemporaryFolder()
    let here = try container(folder, keepsHistory: keepsHistory, follows: true)
    try fill(here)
    let there = try container(folder, keepsHistory: keepsHistory, follows: true)
    let harbors = try there.viewContext.fetch(FetchRequest<Harbor>())
    let ships = try there.viewContext.fetch(FetchRequest<Ship>())
    #expect(harbors.reduce(0) { $0 + $1.ships.count } > 0)
    let crews = ships.map(\.crew)
    var update = BatchUpdateRequest<Ship>(set: [.set(\.crew, to: Ship.crew + 1)])
    update.rowLimit = 0
    try await here.coordinator.execute(update)
    try await there.coordinator.mergeExternalChanges()
    #expect(ships.map(\.crew) == crews.map { $0 + 1 })
    var delete = BatchDeleteRequest<Ship>(where: .all)
    delete.rowLimit = 0
    try await here.coordinator.execute(delete)
    try await there.coordinator.mergeExternalChanges()
    #expect(harbors.allSatisfy { $0.ships.isEmpty })
    #expect(try there.viewContext.fetch(FetchRequest<Ship>()).isEmpty)
    try await here.coordinator.mergeExternalChanges()
    #expect(try here.viewContext.fetch(FetchRequest<Ship>()).isEmpty)
  }

  @Test(
    "The rows of an own batch beyond the limit are not announced as changes of another program",
    arguments: [false, true])
  func ownBatch(_ keepsHistory: Bool) async throws {
    let folder = try TemporaryFolder()
    let here = try container(folder, keepsHistory: keepsHistory, follows: true)
    try fill(here)
    let there = try container(folder, keepsHistory: keepsHistory)
    let harbor = try #require(try there.viewContext.fetch(FetchRequest<Harbor>()).first)
    let commits = here.coordinator.commits
    var update = BatchUpdateRequest<Ship>(set: [.set(\.note, to: "x")])
    update.rowLimit = 0
    try await here.coordinator.execute(update)
    harbor.name = "renamed"
    try there.viewContext.save()
    try await here.coordinator.mergeExternalChanges()
    let request = FetchRequest<Harbor>(where: \.name == "renamed")
    #expect(try here.viewContext.fetch(request).count == 1)
    for await report in commits where report.isExternal {
      // Without a history, the rows cannot be distinguished.
      #expect(report.isReload == !keepsHistory && report.updated.count == (keepsHistory ? 1 : 0))
      break
    }
  }

  @Test("The history has the changes of a batch, with tombstones")
  func history() async throws {
    let folder = try TemporaryFolder()
    let container = try container(folder, keepsHistory: true)
    try fill(container)
    container.viewContext.transactionAuthor = "batch"
    let token = try await container.coordinator.historyToken()
    let codes = Set(try container.viewContext.fetch(FetchRequest<Ship>()).compactMap(\.code))
    try await container.viewContext.execute(
      BatchUpdateRequest<Ship>(set: [.set(\.note, to: "x"), .set(\.crew, to: Ship.crew + 1)]))
    try await container.viewContext.execute(BatchDeleteRequest<Ship>(where: .all))
    try await container.viewContext.execute(
      BatchInsertRequest<Harbor>(rows: [["name": .string("a")], ["name": .string("b")]]))
    let transactions = try await container.coordinator.history(.after(token))
    #expect(transactions.count == 3 && transactions.allSatisfy { $0.author == "batch" })
    let updates = transactions[0].changes
    #expect(updates.count == 30)
    #expect(updates.allSatisfy { $0.kind == .update && $0.updatedProperties.contains("crew") })
    let deletions = transactions[1].changes.filter { $0.kind == .deletion }
    let kept = deletions.compactMap { $0.tombstone["code"] }
    #expect(Set(kept) == Set(codes.map { .string($0) }))
    #expect(transactions[2].changes.map(\.kind) == [.insertion, .insertion])
  }

  @Test("Files of external data go with the rows of a batch")
  func externalData() async throws {
    let folder = try TemporaryFolder()
    let container = try container(folder)
    try fill(container)
    let support = folder.path(".fleet_SUPPORT/_EXTERNAL_DATA")
    #expect(try FileManager.default.contentsOfDirectory(atPath: support).count == 6)
    try await container.viewContext.execute(BatchDeleteRequest<Ship>(where: .all))
    container.viewContext.reset()
    // A file goes as soon as no reader needs it.
    try await container.coordinator.execute(BatchInsertRequest<Harbor>(rows: [["name": .string("a")]]))
    #expect(try FileManager.default.contentsOfDirectory(atPath: support).isEmpty)
  }
}
