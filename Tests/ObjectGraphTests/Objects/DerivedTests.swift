import Foundation
import ObjectGraph
import SQLiteStore
import TestSupport
import Testing

/// A drawer that counts its coins and adds up their values.
final class Drawer: ManagedObject {
  @Attribute("name") var name: String
  @Attribute("coinCount") var coinCount: Int
  @Attribute("worth") var worth: Int
  @Attribute("key") var key: String?
  @Attribute("small") var small: String?
  @Attribute("saved") var saved: Date?
  @ToMany("coins") var coins: ObjectSet<Coin>

  static func model() throws -> ManagedObjectModel {
    let computed: [AttributeDescription] = [
      .init("coinCount", .integer32, derived: .count("coins")),
      .init("worth", .integer64, derived: .sum(relationship: "coins", attribute: "value")),
      .init("key", .string, isOptional: true, derived: .canonical("name")),
      .init("small", .string, derived: .lowercase("name")),
      .init("saved", .date, isOptional: true, derived: .now),
    ]
    return try model(computed: computed, Drawer.self, Coin.self)
  }

  static func model(
    computed: [AttributeDescription], _ drawer: ManagedObject.Type = ManagedObject.self,
    _ coin: ManagedObject.Type = ManagedObject.self
  ) throws -> ManagedObjectModel {
    try ManagedObjectModel([
      EntityDescription(
        drawer, name: "Drawer", attributes: [.init("name", .string, default: .string(""))] + computed,
        relationships: [.toMany("coins", "Coin", inverse: "drawer")]),
      EntityDescription(
        coin, name: "Coin",
        attributes: [.init("value", .integer64, isOptional: true), .init("face", .string, isOptional: true)],
        relationships: [.toOne("drawer", "Drawer", inverse: "coins")]),
    ])
  }
}

final class Coin: ManagedObject {
  @Attribute("value") var value: Int?
  @ToOne("drawer") var drawer: Drawer?
}

@MainActor
@Suite("Derived attributes")
struct DerivedTests {
  func coin(_ value: Int?, in drawer: Drawer?, _ context: ManagedObjectContext) throws -> Coin {
    let coin = try context.insert(Coin.self)
    (coin.value, coin.drawer) = (value, drawer)
    return coin
  }

  @Test(
    "Derived values are there after a save, and rows are found and sorted by them", arguments: [true, false])
  func values(inMemory: Bool) async throws {
    let cabinet = try Cabinet(inMemory: inMemory, model: Drawer.model())
    let context = cabinet.context
    let (full, empty) = (try context.insert(Drawer.self), try context.insert(Drawer.self))
    (full.name, empty.name) = ("ÉTÉ Noir", "Ash")
    let start = Date()
    for value in [1, nil, 20] { _ = try coin(value, in: full, context) }
    #expect(full.coinCount == 0)
    try context.save()
    #expect(full.coinCount == 3 && full.worth == 21 && full.key == "ete noir" && full.small == "été noir")
    #expect(empty.coinCount == 0 && empty.worth == 0 && empty.key == "ash")
    #expect(try #require(full.saved) >= start && !full.hasChanges)
    let most = FetchOrder("coinCount", ascending: false)
    #expect(try context.fetch(FetchRequest<Drawer>(order: [most])) == [full, empty])
    let rich = FetchPredicate.comparison(.init("worth", .greater, .value(.integer(20))))
    #expect(try context.fetch(FetchRequest<Drawer>(where: rich)) == [full])
  }

  @Test("Members that move, change and go are followed, also in another context", arguments: [true, false])
  func following(inMemory: Bool) async throws {
    let cabinet = try Cabinet(inMemory: inMemory, model: Drawer.model())
    let context = cabinet.context
    let drawers = try (0..<2).map { _ in try context.insert(Drawer.self) }
    let coins = try (1...4).map { try coin($0, in: drawers[0], context) }
    try context.save()
    let ids = (drawers[0].objectID, coins.map(\.objectID))
    let worker = try cabinet.container.makeBackgroundContext()
    // The main context has unsaved changes of the drawer, which must not conflict.
    drawers[0].name = "Mine"
    try await worker.perform { context in
      let coins = try ids.1.map { try #require(try context.existingObject(with: $0) as? Coin) }
      let drawer = try #require(try context.existingObject(with: ids.0) as? Drawer)
      context.delete(coins[0])
      coins[1].value = 100
      try context.save()
      #expect(drawer.coinCount == 3 && drawer.worth == 107)
    }
    try context.save()
    await cabinet.container.coordinator.drain()
    #expect(drawers[0].coinCount == 3 && drawers[0].worth == 107 && drawers[0].name == "Mine")
    coins[2].drawer = drawers[1]
    try context.save()
    #expect(drawers.map(\.coinCount) == [2, 1] && drawers.map(\.worth) == [104, 3])
    context.undo()
    try context.save()
    #expect(drawers.map(\.coinCount) == [3, 0] && drawers.map(\.worth) == [107, 0])
    context.delete(drawers[0])
    try context.save()
    #expect(try context.count(FetchRequest<Coin>()) == 3)
  }

  @Test("What is stored is never wrong, whatever two contexts do", arguments: [true, false])
  func random(inMemory: Bool) async throws {
    for seed in UInt64(1)...4 {
      let cabinet = try Cabinet(inMemory: inMemory, model: Drawer.model())
      let workers = try (0..<2).map { _ in
        try cabinet.container.makeBackgroundContext(mergePolicy: .objectTrumps)
      }
      var random = SeededGenerator(seed: seed)
      for _ in 0..<30 {
        let edits = UInt64.random(in: 0...UInt64.max, using: &random)
        try await workers[Int.random(in: 0...1, using: &random)].perform { try edit($0, seed: edits) }
        let model = cabinet.container.coordinator.model
        try await cabinet.container.coordinator.read { reader in
          let coins = try reader.fetch(StoreQuery(entity: model.number(of: Coin.self)))
          for drawer in try reader.fetch(StoreQuery(entity: model.number(of: Drawer.self))) {
            let own = coins.filter { $0.values[2] == .reference(drawer.id) }
            let worth = own.reduce(Int64(0)) { sum, coin in
              if case .integer(let value) = coin.values[0] { sum + value } else { sum }
            }
            #expect(drawer.values[1] == .integer(Int64(own.count)), "seed \(seed)")
            #expect(drawer.values[2] == .integer(worth), "seed \(seed)")
          }
        }
      }
    }
  }

  nonisolated func edit(_ context: ManagedObjectContext, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<5 {
      let drawers = try context.fetch(FetchRequest<Drawer>())
      let coins = try context.fetch(FetchRequest<Coin>())
      switch Int.random(in: 0...5, using: &random) {
      case 0: try context.insert(Drawer.self).name = "\(drawers.count)"
      case 1, 2:
        let coin = try context.insert(Coin.self)
        (coin.value, coin.drawer) = (coins.count, drawers.randomElement(using: &random))
      case 3: coins.randomElement(using: &random)?.drawer = drawers.randomElement(using: &random)
      case 4: coins.randomElement(using: &random)?.value = Int.random(in: -9...9, using: &random)
      default: coins.randomElement(using: &random).map(context.delete)
      }
    }
    if Bool.random(using: &random) { try context.fetch(FetchRequest<Drawer>()).first.map(context.delete) }
    try context.save()
  }

  @Test("A guarded object of which only derived values have changed is no conflict")
  func guarded() async throws {
    let cabinet = try Cabinet(inMemory: true, model: Drawer.model())
    let context = cabinet.context
    let drawer = try context.insert(Drawer.self)
    drawer.name = "a"
    try context.save()
    _ = try coin(1, in: drawer, context)
    let first = try context.publish()
    // The commit is going to change the number of coins.
    context.detectConflicts(for: drawer)
    _ = try coin(2, in: nil, context)
    let second = try context.publish()
    for save in [first, second] { try await save.committed() }
    let child = ManagedObjectContext(parent: context)
    child.detectConflicts(for: try #require(try child.existingObject(with: drawer.objectID)))
    _ = try coin(3, in: drawer, context)
    try context.save()
    _ = try coin(4, in: nil, child)
    try child.save()
    #expect(drawer.coinCount == 2)
    context.automaticallyMergesChangesFromParent = false
    context.detectConflicts(for: drawer)
    let id = drawer.objectID
    try await cabinet.container.performBackgroundTask { context in
      (try context.existingObject(with: id) as? Drawer)?.name = "b"
    }
    #expect(throws: ConflictError.self) { try context.save() }
  }

  @Test("A store that was made without them gets derived columns that are right")
  func addition() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("drawers.store")
    do {
      let model = try Drawer.model(computed: [])
      let container = try PersistentContainer(store: SQLiteStore(path: path, model: model))
      let drawer = try container.viewContext.insert(entityNamed: "Drawer")
      drawer.setValue(.string("Übel"), forKey: "name")
      for value in [5, 6] as [Int64] {
        let coin = try container.viewContext.insert(entityNamed: "Coin")
        coin.setValuesForKeys(["value": .integer(value), "drawer": .reference(drawer.objectID)])
      }
      try container.viewContext.save()
    }
    let container = try PersistentContainer(store: SQLiteStore(path: path, model: Drawer.model()))
    let drawer = try #require(try container.viewContext.fetch(FetchRequest<Drawer>()).first)
    #expect(drawer.coinCount == 2 && drawer.worth == 11 && drawer.key == "ubel" && drawer.small == "übel")
  }

  @Test("Setting what is derived is a mistake that says what to do")
  func setting() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { @MainActor in
      let cabinet = try Cabinet(inMemory: true, model: Drawer.model())
      try cabinet.context.insert(Drawer.self).coinCount = 3
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("Drawer.coinCount is derived by coins.@count: set what it is derived from"))
  }

  nonisolated static let expressions: [(text: String, derivation: Derivation?)] = [
    ("coins.@count", .count("coins")), ("now()", .now), ("lowercase:(name)", .lowercase("name")),
    ("canonical:(name)", .canonical("name")),
    ("coins.@sum.value", .sum(relationship: "coins", attribute: "value")),
    ("coins.value.@sum", .sum(relationship: "coins", attribute: "value")), ("uppercase:(name)", nil),
    ("coins.@avg.value", nil), ("name", nil), ("", nil),
  ]

  @Test("An expression of Core Data's is read, or refused", arguments: expressions)
  func expression(text: String, derivation: Derivation?) {
    #expect(Derivation(text) == derivation)
    if let derivation { #expect(Derivation("\(derivation)") == derivation) }
  }

  nonisolated static let models: [(attribute: AttributeDescription, defect: String)] = [
    (.init("x", .integer16, derived: .count("name")), "there is no to-many relationship name"),
    (.init("x", .string, derived: .count("coins")), "holds text"),
    (
      .init("x", .integer64, derived: .sum(relationship: "coins", attribute: "face")),
      "Coin has no number face"
    ),
    (
      .init("x", .double, derived: .sum(relationship: "coins", attribute: "value")),
      "holds a real number where value holds a whole number of 64 bits"
    ),
    (.init("x", .string, derived: .lowercase("coins")), "Drawer has no text coins"),
    (.init("x", .integer16, derived: .canonical("name")), "holds a whole number"),
    (.init("x", .string, derived: .now), "holds text"),
    (.init("x", .date, isTransient: true, derived: .now), "is transient"),
  ]

  @Test("A text is derived from a stored text that is not derived")
  func textOfOther() {
    let others: [AttributeDescription] = [
      .init("other", .string, isOptional: true, isTransient: true),
      .init("other", .string, isOptional: true, derived: .lowercase("name")),
    ]
    for other in others {
      for derivation in [Derivation.lowercase("other"), .canonical("other")] {
        let text = AttributeDescription("x", .string, isOptional: true, derived: derivation)
        let error = #expect(throws: ModelError.self) { try Drawer.model(computed: [other, text]) }
        #expect(
          error?.description
            == "Drawer.x is derived by \(derivation), but Drawer has no text other that is stored and not derived"
        )
      }
    }
  }

  @Test("A derivation that cannot be computed is refused with the model", arguments: models)
  func model(attribute: AttributeDescription, defect: String) {
    let error = #expect(throws: ModelError.self) { try Drawer.model(computed: [attribute]) }
    let derivation = attribute.derivation.map { "\($0)" } ?? ""
    #expect(error?.description.hasPrefix("Drawer.x is derived by \(derivation), but \(defect)") == true)
  }
}
