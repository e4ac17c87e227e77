import ObjectGraph
import SQLiteStore
import TestSupport
import Testing

@MainActor
@Suite("Random edits of inherited, joined and ordered objects", .timeLimit(.minutes(60)))
struct RandomShopTests {
  /// The seeds, one for each shop that is edited.
  static var seeds: Range<UInt64> { Seeds.range(quick: 10, long: 1_000) }
  static let edits = 100

  typealias Texts = [ManagedObjectID: String]

  func check(_ found: Texts, _ expected: Texts, _ seed: UInt64, _ what: String) throws {
    let ids = Set(found.keys).union(expected.keys).sorted().filter { found[$0] != expected[$0] }
    let difference = ids.map { "\($0): \(found[$0] ?? "none"), not \(expected[$0] ?? "none")" }
    try #require(difference.isEmpty, "seed \(seed), \(what)\n\(difference.joined(separator: "\n"))")
  }

  func stored(_ shop: Shop) async throws -> Texts {
    await shop.container.coordinator.drain()
    return try await shop.container.makeBackgroundContext().perform(shopText)
  }

  @Test("are undone step by step to what was there before each, and done again")
  func undoAndRedo() async throws {
    for seed in Self.seeds {
      let shop = try Shop(inMemory: seed.isMultiple(of: 2))
      let context = shop.context
      context.undoHistory = UndoHistory(levels: 10 * Self.edits)
      var editor = ShopEditor(seed: seed)
      var states = [try shopText(context)]
      for edit in 0..<Self.edits {
        let count = Int.random(in: 1...3, using: &editor.random)
        try context.withUndoGroup(named: "edit \(edit)") { for _ in 0..<count { try editor.edit(context) } }
        let state = try shopText(context)
        // Members can get other positions in the same order: an invisible change that can be undone.
        if context.undoHistory?.undoName == "edit \(edit)" { states.append(state) }
        if Int.random(in: 0..<8, using: &editor.random) == 0 {
          try context.save()
          try check(await stored(shop), state, seed, "stored")
        }
      }
      for state in states.dropLast().reversed() {
        try #require(context.undo() != nil, "seed \(seed)")
        try check(shopText(context), state, seed, "undone")
        if Int.random(in: 0..<8, using: &editor.random) == 0 { try context.save() }
      }
      try #require(context.undo() == nil, "seed \(seed)")
      for state in states.dropFirst() {
        try #require(context.redo() != nil, "seed \(seed)")
        try check(shopText(context), state, seed, "done again")
      }
      try context.save()
      try check(await stored(shop), states.last ?? [:], seed, "stored at last")
    }
  }

  @Test("by two contexts at once come out the same in both and in the store")
  func twoContexts() async throws {
    for seed in Self.seeds {
      let shop = try Shop(
        policy: seed.isMultiple(of: 2) ? .objectTrumps : .storeTrumps, inMemory: seed.isMultiple(of: 3))
      let worker = try shop.container.makeBackgroundContext(mergePolicy: .objectTrumps)
      var editor = ShopEditor(seed: seed)
      for round in 0..<(Self.edits / 10) {
        let saving = Task { [seed = editor.random.next()] in
          try await worker.perform { context in
            var editor = ShopEditor(seed: seed, prefix: "\(seed) ")
            for _ in 0..<5 { try editor.edit(context) }
            try saveOrGiveUp(context)
          }
          try await worker.save()
        }
        for _ in 0..<5 {
          try editor.edit(shop.context)
          if Int.random(in: 0..<3, using: &editor.random) == 0 { try saveOrGiveUp(shop.context) }
          await Task.yield()
        }
        try saveOrGiveUp(shop.context)
        try await saving.value
        await shop.container.coordinator.drain()
        try check(shopText(shop.context), await stored(shop), seed, "round \(round)")
      }
    }
  }
}

/// Saves, or rolls back the deletion of a customer that the other context has denied by adding a wish.
func saveOrGiveUp(_ context: ManagedObjectContext) throws {
  do {
    try context.save()
  } catch is ValidationError {
    context.rollback()
  }
}
