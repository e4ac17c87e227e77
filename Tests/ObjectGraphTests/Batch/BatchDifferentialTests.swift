import Foundation
@testable import ObjectGraph
import SQLiteStore
import TestSupport
import Testing

/// Batches on one store, and the same with objects on another.
@Suite("Batches and objects make the same changes", .timeLimit(.minutes(30)))
struct BatchDifferentialTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var storage: Fleet.Storage
    var isDerived: Bool
    /// The number of rows up to which changes are announced one by one.
    var rowLimit: Int
    var testDescription: String { "\(storage)\(isDerived ? " derived" : ""), limit \(rowLimit)" }
  }

  static let cases = Fleet.Storage.allCases.flatMap { storage in
    [false, true].flatMap { isDerived in
      [0, 1_000].map { Case(storage: storage, isDerived: isDerived, rowLimit: $0) }
    }
  }

  /// A change that both sides make.
  enum Change: Sendable {
    case delete(entity: String, predicate: String, limit: Int?)
    case add(Int), scale(predicate: String), note(String?), code(String?, crew: Int)
    case move(harbor: String?)
    case insert([String?], MergePolicy)

    static func random(_ number: Int, using random: inout SeededGenerator) -> Change {
      let crew = Int.random(in: 0...400, using: &random)
      let entities = ["Ship", "Ferry", "Harbor", "Country", "Part", "Route", "Papers", "Convoy"]
      switch Int.random(in: 0..<12, using: &random) {
      case 0: return .delete(entity: "Ship", predicate: "crew < \(crew / 6)", limit: nil)
      case 1: return .delete(entity: "Ship", predicate: "harbor.name ENDSWITH '1'", limit: 3)
      case 2...4:
        let digit = Int.random(in: 0...9, using: &random)
        return .delete(
          entity: entities.randomElement(using: &random) ?? "Ship", predicate: "name ENDSWITH '\(digit)'",
          limit: Bool.random(using: &random) ? 2 : nil)
      case 5, 6: return .add(Int.random(in: -20...60, using: &random))
      case 7: return .scale(predicate: "crew > \(crew)")
      case 8: return .note(Bool.random(using: &random) ? "note \(number)" : nil)
      case 9: return .code(Bool.random(using: &random) ? "own \(number)" : nil, crew: crew)
      case 10: return .move(harbor: Bool.random(using: &random) ? "Harbor 2" : nil)
      default:
        let codes = (0..<5).map { index in
          Bool.random(using: &random)
            ? "code \(Int.random(in: 0..<60, using: &random))" : "n\(number).\(index)"
        }
        let policies = [MergePolicy.error, .storeTrumps, .objectTrumps, .overwrite]
        let unique = codes.enumerated().map { codes[..<$0].contains($1) ? nil : $1 }
        return .insert(unique, policies.randomElement(using: &random) ?? .error)
      }
    }
  }

  @Test(arguments: cases, Seeds.range(quick: 1, long: 40))
  func equal(_ test: Case, seed: UInt64) throws {
    let model = try Fleet.model(isDerived: test.isDerived)
    let folders = try (TemporaryFolder(), TemporaryFolder())
    let batches = PersistentStoreCoordinator(store: try test.storage.open(in: folders.0, model))
    let objects = PersistentStoreCoordinator(store: try test.storage.open(in: folders.1, model))
    for coordinator in [batches, objects] {
      try BackgroundContext(coordinator: coordinator).performAndWait { context in
        var random = SeededGenerator(seed: seed)
        try Fleet.fill(context, ships: 40, using: &random)
      }
    }
    try #require(try Fleet.text(batches) == Fleet.text(objects))
    var random = SeededGenerator(seed: seed &+ 1)
    for number in 0..<12 {
      let change = Change.random(number, using: &random)
      let results = (
        Result { try run(change, number, on: batches, test.rowLimit) },
        Result { try edit(change, number, on: objects) }
      )
      switch results {
      case (.success(let left), .success(let right)): #expect(left == right, "\(change) \(seed)")
      case (.failure(let left), .failure(let right)):
        #expect(type(of: left) == type(of: right), "\(left) \(right) \(change) \(seed)")
      default: Issue.record("\(results) \(change) seed \(seed)")
      }
      try #require(try Fleet.text(batches) == Fleet.text(objects), "after \(change), seed \(seed)")
    }
  }

  // MARK: Batches

  private func run(
    _ change: Change, _ number: Int, on coordinator: PersistentStoreCoordinator, _ rowLimit: Int
  ) throws -> Int {
    func update(_ predicate: String, _ assignments: [PropertyAssignment<Ship>]) throws -> Int {
      let fetch = FetchRequest<Ship>(where: try FetchPredicate(predicate))
      var request = BatchUpdateRequest(fetch, set: assignments)
      request.rowLimit = rowLimit
      return try coordinator.executeAndWait(request).count
    }
    switch change {
    case .delete(let entity, let predicate, let limit):
      let fetch = FetchRequest<ManagedObject>(
        entity: entity, where: try FetchPredicate(predicate), order: [FetchOrder("name")], limit: limit)
      var request = BatchDeleteRequest(fetch, resultType: rowLimit == 0 ? .count : .objectIDs)
      request.rowLimit = rowLimit
      let result = try coordinator.executeAndWait(request)
      #expect(result.objectIDs.count == (rowLimit == 0 ? 0 : result.count))
      return result.count
    case .add(let crew): return try update("TRUEPREDICATE", [.set(\.crew, to: Ship.crew + crew)])
    case .scale(let predicate): return try update(predicate, [.set(\.tons, to: Ship.tons * 1.5)])
    case .note(let note): return try update("crew > 100", [.set(\.note, to: note)])
    case .code(let code, let crew): return try update("crew > \(crew)", [.set(\.code, to: code)])
    case .move(let name):
      let reader = try coordinator.store.makeReader()
      let harbor = try reader.fetchIDs(
        FetchRequest<Harbor>(where: Named.name == name ?? "").query(in: coordinator.model))
      return try update("crew > 100", [.set(\.harbor, to: harbor.first)])
    case .insert(let codes, let policy):
      let country = try reader(coordinator).fetchIDs(
        FetchRequest<Country>(where: Named.name == "Country 1").query(in: coordinator.model))
      var request = BatchInsertRequest<Ferry>(count: codes.count) { index, ferry in
        ferry.set(\.name, to: "new \(number).\(index)")
        ferry.set(\.code, to: codes[index])
        ferry.set(\.crew, to: index)
        ferry.set(\.flag, to: country.first)
      }
      request.rowLimit = rowLimit
      _ = try coordinator.executeAndWait(request, mergePolicy: policy)
      return 0
    }
  }

  private func reader(_ coordinator: PersistentStoreCoordinator) throws -> any StoreReader {
    try coordinator.store.makeReader()
  }

  // MARK: Objects

  private func edit(
    _ change: Change, _ number: Int, on coordinator: PersistentStoreCoordinator
  ) throws -> Int {
    let worker = try BackgroundContext(coordinator: coordinator)
    return try worker.performAndWait { context in
      func ships(_ predicate: String) throws -> [Ship] {
        try context.fetch(FetchRequest<Ship>(where: try FetchPredicate(predicate)))
      }
      var count = 0
      switch change {
      case .delete(let entity, let predicate, let limit):
        let objects = try context.fetch(
          FetchRequest<ManagedObject>(
            entity: entity, where: try FetchPredicate(predicate), order: [FetchOrder("name")], limit: limit))
        count = objects.count
        for object in objects { context.delete(object) }
      case .add(let crew):
        let all = try ships("TRUEPREDICATE")
        count = all.count
        for ship in all { ship.crew += crew }
      case .scale(let predicate):
        let some = try ships(predicate)
        count = some.count
        for ship in some { ship.tons *= 1.5 }
      case .note(let note):
        let some = try ships("crew > 100")
        count = some.count
        for ship in some { ship.note = note }
      case .code(let code, let crew):
        let some = try ships("crew > \(crew)")
        count = some.count
        for ship in some { ship.code = code }
      case .move(let name):
        let some = try ships("crew > 100")
        count = some.count
        let harbor = try context.fetch(FetchRequest<Harbor>(where: Named.name == name ?? "")).first
        for ship in some { ship.harbor = harbor }
      case .insert(let codes, let policy):
        context.mergePolicy = policy
        let country = try context.fetch(FetchRequest<Country>(where: Named.name == "Country 1")).first
        for (index, code) in codes.enumerated() {
          let ferry = try context.insert(Ferry.self)
          ferry.name = "new \(number).\(index)"
          (ferry.code, ferry.crew, ferry.flag) = (code, index, country)
        }
      }
      try context.save()
      return count
    }
  }
}
