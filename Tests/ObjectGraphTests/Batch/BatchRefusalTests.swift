import Foundation
@testable import ObjectGraph
import SQLiteStore
import TestSupport
import Testing

@Suite("Batches that are refused")
struct BatchRefusalTests {
  private func coordinator(
    _ storage: Fleet.Storage = .sqlite, _ folder: TemporaryFolder, isDerived: Bool = false
  ) throws -> PersistentStoreCoordinator {
    let coordinator = PersistentStoreCoordinator(
      store: try storage.open(in: folder, Fleet.model(isDerived: isDerived)))
    try BackgroundContext(coordinator: coordinator).performAndWait { context in
      var random = SeededGenerator(seed: 1)
      try Fleet.fill(context, ships: 20, using: &random)
    }
    return coordinator
  }

  @Test("A property that a batch cannot set is refused by its name", arguments: Fleet.Storage.allCases)
  func properties(_ storage: Fleet.Storage) throws {
    let folder = try TemporaryFolder()
    let coordinator = try coordinator(storage, folder, isDerived: true)
    let before = try Fleet.text(coordinator)
    let refused: [(String, BatchError)] = [
      ("speed", .unknownProperty(entity: "Ship", property: "speed")),
      ("plainName", .cannotSet(entity: "Ship", property: "plainName", reason: .derived)),
      ("papers", .cannotSet(entity: "Ship", property: "papers", reason: .oneToOne)),
      ("convoy", .cannotSet(entity: "Ship", property: "convoy", reason: .ordered)),
      ("parts", .cannotSet(entity: "Ship", property: "parts", reason: .toMany)),
    ]
    for (name, error) in refused {
      #expect(throws: error) {
        try coordinator.executeAndWait(
          BatchUpdateRequest(FetchRequest<Ship>(), set: [PropertyAssignment<Ship>(name, to: .value(.null))]))
      }
      #expect(throws: error) {
        try coordinator.executeAndWait(BatchInsertRequest<Ship>(rows: [[name: .null]]))
      }
    }
    #expect(try Fleet.text(coordinator) == before)
  }

  @Test("An expression of other rows, or of another type, is refused")
  func expressions() throws {
    let folder = try TemporaryFolder()
    let coordinator = try coordinator(.sqlite, folder)
    let wrong: [(String, FetchExpression)] = [
      ("name", .path("harbor.name")), ("crew", .path("name")), ("crew", .path("parts.@count")),
      ("note", .path("crew")), ("harbor", .path("flag")),
    ]
    for (name, expression) in wrong {
      #expect(throws: BatchError.self) {
        try coordinator.executeAndWait(
          BatchUpdateRequest(FetchRequest<Ship>(), set: [PropertyAssignment<Ship>(name, to: expression)]))
      }
    }
  }

  @Test("A constant that breaks a rule is refused before the store is asked")
  func constants() throws {
    let folder = try TemporaryFolder()
    let model = try coordinator(.sqlite, folder).model
    #expect(throws: ValidationError.self) {
      try BatchUpdateRequest<Ship>(set: [.set(\.crew, to: 501)]).work(in: model)
    }
    #expect(throws: ValidationError.self) {
      try BatchUpdateRequest<Ship>(set: [.set(\.flag, to: nil)]).work(in: model)
    }
    #expect(throws: ValidationError.self) {
      try BatchUpdateRequest(
        FetchRequest<Ship>(), set: [PropertyAssignment<Ship>("name", to: .value(.integer(1)))]
      ).work(in: model)
    }
  }

  @Test("An insertion that fails at its last row inserts nothing", arguments: Fleet.Storage.allCases)
  func rollback(_ storage: Fleet.Storage) throws {
    struct Stop: Error {}
    let folder = try TemporaryFolder()
    let coordinator = try coordinator(storage, folder)
    let before = try Fleet.text(coordinator)
    #expect(throws: Stop.self) {
      try coordinator.executeAndWait(
        BatchInsertRequest<Harbor>(count: 10) { index, harbor in
          if index == 9 { throw Stop() }
          harbor.set(\.name, to: "new \(index)")
        })
    }
    #expect(throws: ValidationError.self) {
      try coordinator.executeAndWait(BatchInsertRequest<Harbor>(rows: [["name": .string("a")], [:]]))
    }
    #expect(try Fleet.text(coordinator) == before)
    let result = try coordinator.executeAndWait(
      BatchInsertRequest<Harbor>(rows: [["name": .string("a")]], resultType: .objectIDs))
    #expect(result.count == 1 && result.objectIDs.count == 1)
  }

  @Test("A destination that is missing, or of another entity, is refused", arguments: Fleet.Storage.allCases)
  func destinations(_ storage: Fleet.Storage) throws {
    let folder = try TemporaryFolder()
    let coordinator = try coordinator(storage, folder)
    let reader = try coordinator.store.makeReader()
    let model = coordinator.model
    let harbor = try #require(reader.fetchIDs(FetchRequest<Harbor>().query(in: model)).first)
    let country = try #require(reader.fetchIDs(FetchRequest<Country>().query(in: model)).last)
    try coordinator.executeAndWait(
      BatchDeleteRequest(FetchRequest<Country>(where: Named.name == "Country 2")))
    for (id, error) in [
      (harbor, BatchError.wrongDestination(entity: "Ship", property: "flag")),
      (country, .missingDestination(entity: "Ship", property: "flag")),
    ] {
      #expect(throws: error) {
        try coordinator.executeAndWait(
          BatchInsertRequest<Ship>(rows: [["name": .string("a"), "flag": .reference(id)]]))
      }
    }
  }

  @Test("Objects of another store are refused, and no row changes", arguments: Fleet.Storage.allCases)
  func otherStore(_ storage: Fleet.Storage) throws {
    let folders = (try TemporaryFolder(), try TemporaryFolder())
    let (coordinator, other) = (try coordinator(storage, folders.0), try coordinator(storage, folders.1))
    let before = try Fleet.text(coordinator)
    let reader = try other.store.makeReader()
    let parts = try reader.fetchIDs(FetchRequest<Part>().query(in: other.model))
    let harbor = try #require(reader.fetchIDs(FetchRequest<Harbor>().query(in: other.model)).first)
    let ofOther = FetchRequest<Part>(where: .isOne(of: parts))
    let inOther = FetchRequest<Ship>(
      where: .comparison(.init("harbor", .equal, .value(.reference(harbor)))))
    let error = FetchError.objectOfOtherStore(harbor)
    #expect(throws: FetchError.self) { try coordinator.executeAndWait(BatchDeleteRequest(ofOther)) }
    #expect(throws: error) { try coordinator.executeAndWait(BatchDeleteRequest(inOther)) }
    #expect(throws: FetchError.self) {
      try coordinator.executeAndWait(
        BatchUpdateRequest(ofOther, set: [PropertyAssignment<Part>("name", to: .value(.string("a")))]))
    }
    #expect(throws: error) {
      try coordinator.executeAndWait(
        BatchUpdateRequest(
          FetchRequest<Ship>(), set: [PropertyAssignment<Ship>("harbor", to: .value(.reference(harbor)))]))
    }
    #expect(throws: error) { try coordinator.explain(inOther) }
    #expect(try Fleet.text(coordinator) == before)
  }

  @Test("A process that is killed during a batch leaves the rows as they were", arguments: [0, 1, 5_000])
  func killed(index: Int) async throws {
    let folder = try TemporaryFolder()
    let before = try Fleet.text(coordinator(.sqlite, folder))
    let path = folder.path("sqlite")
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, last = index as Int] in
      let coordinator = PersistentStoreCoordinator(store: try SQLiteStore(path: path, model: Fleet.model()))
      try coordinator.executeAndWait(
        BatchInsertRequest<Harbor>(count: 10_000) { index, harbor in
          harbor.set(\.name, to: "new \(index)")
          if index == last { kill(getpid(), SIGKILL) }
        })
    }
    let coordinator = PersistentStoreCoordinator(store: try SQLiteStore(path: path, model: Fleet.model()))
    #expect(try Fleet.text(coordinator) == before)
    try coordinator.executeAndWait(BatchInsertRequest<Harbor>(rows: [["name": .string("a")]]))
    #expect(try Fleet.text(coordinator).count == before.count + 1)
  }
}
