import ObjectGraph
import TestSupport
import Testing

extension RandomEditTests {
  @Test("are shown, undone and done again whether or not their saves fail, and reach the store in the end")
  func failingSaves() async throws {
    for seed in Self.seeds {
      let store = FailingStore(
        InMemoryStore(model: try Shelf.model(books: seed.isMultiple(of: 2) ? .nullify : .cascade)))
      // Nothing else writes: a conflict would be one of the context with its own failed saves.
      let container = try PersistentContainer(store: store)
      let context = container.viewContext
      context.undoHistory = UndoHistory()
      var editor = RandomEditor(seed: seed, keys: nil)
      for _ in 0..<Self.edits {
        switch Int.random(in: 0..<10, using: &editor.random) {
        case 0: store.isFailing = Bool.random(using: &editor.random)
        case 1: store.failOnce()
        case 2, 3: try context.publish()
        case 4:
          let before = try shown(context)
          await container.coordinator.drain()
          try check(shown(context), before, seed)
          try checkInverses(context, seed)
        case 5: context.undo()
        case 6: context.redo()
        default: try editor.edit(context)
        }
      }
      store.isFailing = false
      let last = try shown(context)
      await container.coordinator.drain()
      store.isFailing = false
      try context.save()
      try check(shown(context), last, seed)
      try check(await stored(container), last, seed)
    }
  }
}
