import ObjectGraph
import TestSupport
import Testing

extension RandomShopTests {
  @Test("by a parent and its children at once come out the same in all and in the store")
  func children() async throws {
    for seed in Self.seeds {
      let shop = try Shop(policy: .objectTrumps, inMemory: seed.isMultiple(of: 2))
      let child = ManagedObjectContext(parent: shop.context)
      let contexts = [shop.context, child, ManagedObjectContext(parent: child)]
      let isMerging = seed.isMultiple(of: 3)
      for context in contexts {
        context.undoHistory = UndoHistory(levels: .max)
        context.automaticallyMergesChangesFromParent = isMerging
      }
      var editor = ShopEditor(seed: seed)
      for round in 0..<(Self.edits / 10) {
        for _ in 0..<10 {
          let context = contexts[Int.random(in: 0..<3, using: &editor.random)]
          try editor.edit(context)
          if Int.random(in: 0..<6, using: &editor.random) == 0 { try saveOrGiveUp(context) }
        }
        for context in contexts.dropFirst().reversed() { try saveOrGiveUp(context) }
        for context in contexts {
          context.processPendingChanges()
          if !isMerging { context.refreshAllObjects() }
        }
        let all = try shopText(shop.context)
        for (depth, context) in contexts.enumerated() {
          try check(shopText(context), all, seed, "round \(round), depth \(depth)")
        }
        try saveOrGiveUp(shop.context)
        try check(await stored(shop), shopText(shop.context), seed, "round \(round), stored")
      }
    }
  }

  @Test("by a child are one event of the parent, undone to what was there before, and done again")
  func undoOfChildren() async throws {
    for seed in Self.seeds {
      let shop = try Shop(inMemory: seed.isMultiple(of: 2))
      let (parent, child) = (shop.context, ManagedObjectContext(parent: shop.context))
      parent.undoHistory = UndoHistory(levels: .max)
      var editor = ShopEditor(seed: seed)
      for round in 0..<(Self.edits / 10) {
        for _ in 0..<3 { try editor.edit(parent) }
        parent.processPendingChanges()
        child.refreshAllObjects()
        let before = try shopText(parent)
        for _ in 0..<4 { try editor.edit(child) }
        try child.save()
        let after = try shopText(parent)
        if before != after {
          parent.undo()
          try check(shopText(parent), before, seed, "round \(round), undone")
          parent.redo()
          try check(shopText(parent), after, seed, "round \(round), done again")
        }
        if Bool.random(using: &editor.random) { try parent.save() }
      }
      try parent.save()
      try check(await stored(shop), shopText(parent), seed, "stored")
    }
  }
}
