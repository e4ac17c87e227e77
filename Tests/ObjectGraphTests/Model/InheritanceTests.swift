import ObjectGraph
import SQLiteStore
import TestSupport
import Testing

@MainActor
@Suite("Inheritance", .timeLimit(.minutes(10)))
struct InheritanceTests {
  @Test("Entities are numbered from root to root, each followed by its descendants")
  func numbers() throws {
    let model = try Bookshop.model()
    #expect(model.entities.map(\.name) == ["Customer", "Item", "Game", "Puzzle", "Volume", "Rack", "Topic"])
    #expect(model.family(of: model.number(of: Item.self)) == 2...5)
    #expect(model.family(of: model.number(of: Game.self)) == 3...4)
    #expect(model.root(of: model.number(of: Puzzle.self)) == 2)
  }

  @Test(
    "An object has the properties of its ancestors, and one row of its tree's table",
    arguments: [false, true])
  func properties(inMemory: Bool) async throws {
    let shop = try Shop(inMemory: inMemory)
    let puzzle = try shop.context.insert(Puzzle.self)
    (puzzle.name, puzzle.players, puzzle.grade, puzzle.pieces) = ("Alps", 1, 8, 1000)
    try shop.volume("Birds").grade = "easy"
    let found = try await shop.reopened { context in
      try context.fetch(FetchRequest<Item>(order: [FetchOrder("name")])).map { item -> String in
        switch item {
        case let puzzle as Puzzle: "\(puzzle.name) \(puzzle.players) \(puzzle.grade ?? 0) \(puzzle.pieces)"
        case let volume as Volume: "\(volume.name) \(volume.grade ?? "none")"
        default: "\(item)"
        }
      }
    }
    #expect(found == ["Alps 1 8 1000", "Birds easy"])
  }

  @Test("A fetch finds objects of sub-entities, unless the request excludes them", arguments: [false, true])
  func subentities(inMemory: Bool) async throws {
    let shop = try Shop(inMemory: inMemory)
    try shop.context.insert(Game.self).name = "Chess"
    try shop.context.insert(Puzzle.self).name = "Alps"
    try shop.volume("Birds")
    func check(_ context: ManagedObjectContext) throws {
      #expect(
        try context.fetch(FetchRequest<Item>(order: [FetchOrder("name")])).names == [
          "Alps", "Birds", "Chess",
        ])
      #expect(try context.fetch(FetchRequest<Game>(order: [FetchOrder("name")])).names == ["Alps", "Chess"])
      #expect(try context.fetch(FetchRequest<Game>(includesSubentities: false)).names == ["Chess"])
      #expect(try context.count(FetchRequest<Item>(includesSubentities: false)) == 0)
      #expect(try context.count(FetchRequest<Item>(where: FetchPredicate("name BEGINSWITH 'A'"))) == 1)
      #expect(try context.fetchIDs(FetchRequest<Puzzle>()).count == 1)
    }
    try check(shop.context)
    try shop.context.save()
    await shop.container.coordinator.drain()
    try check(shop.context)
    try await shop.container.makeBackgroundContext().perform { context in
      try #require(try context.count(FetchRequest<Game>()) == 2)
      try #require(
        try context.fetch(FetchRequest<Item>(order: [FetchOrder("name")])).names == [
          "Alps", "Birds", "Chess",
        ])
    }
  }

  @Test("A reference leads to objects of all entities of the tree", arguments: [false, true])
  func references(inMemory: Bool) async throws {
    let shop = try Shop(inMemory: inMemory)
    let rack = try shop.context.insert(Rack.self)
    let puzzle = try shop.context.insert(Puzzle.self)
    puzzle.name = "Alps"
    (rack.highlight, puzzle.rack) = (puzzle, rack)
    let names = try await shop.reopened { context in
      let rack = try #require(try context.fetch(FetchRequest<Rack>()).first)
      let byName = try FetchPredicate("highlight.name == 'Alps' AND ANY items.name == 'Alps'")
      try #require(try context.count(FetchRequest<Rack>(where: byName)) == 1)
      return [rack.highlight is Puzzle, rack.items.first is Puzzle]
    }
    #expect(names == [true, true])
    rack.highlight = try shop.volume("Birds")
    #expect(try await shop.reopened { try $0.fetch(FetchRequest<Rack>()).first?.highlight?.name } == "Birds")
  }

  @Test("A constraint holds in all of the tree of the entity that describes it", arguments: [false, true])
  func uniqueness(inMemory: Bool) async throws {
    let shop = try Shop(inMemory: inMemory)
    try shop.volume("Birds", code: "1")
    try shop.context.save()
    let game = try shop.context.insert(Game.self)
    game.code = "1"
    #expect(throws: ConflictError.self) { try shop.context.save() }
    game.code = "2"
    // The combination of name and players is unique only among games.
    (game.name, game.players) = ("Birds", 0)
    try shop.context.save()
    let puzzle = try shop.context.insert(Puzzle.self)
    (puzzle.name, puzzle.players) = ("Birds", 0)
    #expect(throws: ConflictError.self) { try shop.context.save() }
    shop.context.delete(puzzle)
    let worker = try shop.container.makeBackgroundContext()
    await #expect(throws: ConflictError.self) {
      try await worker.perform { context in
        let puzzle = try context.insert(Puzzle.self)
        (puzzle.name, puzzle.players) = ("Birds", 0)
        try context.save()
      }
    }
  }

  @Test("A model says what is wrong with a parent")
  func faults() {
    func refusal(_ entities: [EntityDescription]) -> String {
      do {
        _ = try ManagedObjectModel(entities)
        return "none"
      } catch {
        return error.description
      }
    }
    #expect(
      refusal([EntityDescription(Game.self, parent: "Item")]) == "Game inherits from Item, which is no entity"
    )
    let circle = [EntityDescription(Item.self, parent: "Game"), EntityDescription(Game.self, parent: "Item")]
    #expect(refusal(circle).hasSuffix("inherits from itself"))
    let clash = [
      EntityDescription(Item.self, attributes: [.init("name", .string)]),
      EntityDescription(Game.self, parent: "Item", attributes: [.init("Name", .string)]),
    ]
    #expect(refusal(clash) == "Game has two properties named alike: NAME")
  }
}
