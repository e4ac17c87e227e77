import ObjectGraph
import TestSupport
import Testing

extension RandomEditTests {
  /// A main context, its child, and its grandchild.
  @MainActor
  private struct Family {
    let library: Library
    let contexts: [ManagedObjectContext]
    let isMerging: Bool
    var parent: ManagedObjectContext { contexts[0] }

    init(seed: UInt64, policy: MergePolicy, isMerging: Bool) throws {
      library = try Library(
        books: seed.isMultiple(of: 2) ? .nullify : .cascade, policy: policy, inMemory: seed.isMultiple(of: 4))
      let child = ManagedObjectContext(parent: library.context)
      contexts = [library.context, child, ManagedObjectContext(parent: child)]
      self.isMerging = isMerging
      for context in contexts {
        context.undoHistory = UndoHistory(levels: .max)
        context.automaticallyMergesChangesFromParent = isMerging
      }
    }

    /// Saves the children, innermost first, and refreshes all contexts.
    func saveChildren() throws {
      for context in contexts.dropFirst().reversed() { try saveOrGiveUpConflict(context) }
      processChanges()
    }

    func processChanges() {
      for context in contexts {
        context.processPendingChanges()
        if !isMerging { context.refreshAllObjects() }
      }
    }
  }

  @Test("by children are one event of the parent each, undone to what was there before, and done again")
  func undoOfChildren() async throws {
    for seed in Self.seeds {
      let family = try Family(seed: seed, policy: .error, isMerging: seed.isMultiple(of: 3))
      let (parent, child) = (family.parent, family.contexts[1])
      var editor = RandomEditor(seed: seed, keys: nil)
      for _ in 0..<(Self.edits / 20) {
        for _ in 0..<2 { try editor.edit(parent) }
        family.processChanges()
        let before = try shown(parent)
        for _ in 0..<3 { try editor.edit(child) }
        for _ in 0..<2 { try editor.edit(family.contexts[2]) }
        try family.contexts[2].save()
        try check(shown(parent), before, seed)
        try child.save()
        let after = try shown(parent)
        if before != after {
          parent.undo()
          try check(shown(parent), before, seed)
          try checkInverses(parent, seed)
          parent.redo()
          try check(shown(parent), after, seed)
        }
        family.processChanges()
        for context in family.contexts { try check(shown(context), after, seed) }
        for context in family.contexts { try checkInverses(context, seed) }
        if Bool.random(using: &editor.random) { try parent.save() }
      }
      try parent.save()
      try check(await stored(family.library), shown(parent), seed)
    }
  }

  @Test(
    "by a parent and its children at once keep both ends of relationships, uniqueness and the file in step")
  func children() async throws {
    for seed in Self.seeds {
      let family = try Family(seed: seed, policy: .objectTrumps, isMerging: seed.isMultiple(of: 3))
      var editor = RandomEditor(seed: seed, keys: 12)
      for _ in 0..<(Self.edits / 10) {
        for _ in 0..<10 {
          let context = family.contexts[Int.random(in: 0..<3, using: &editor.random)]
          try editor.edit(context)
          if Int.random(in: 0..<6, using: &editor.random) == 0 { try saveOrGiveUpConflict(context) }
        }
        try family.saveChildren()
        let all = try shown(family.parent)
        for context in family.contexts {
          try check(shown(context), all, seed)
          try checkInverses(context, seed)
        }
        try saveOrGiveUpConflict(family.parent)
        try checkUniqueness(family.parent, seed)
        try check(await stored(family.library), shown(family.parent), seed)
      }
    }
  }

  @Test("by a child in an isolation of its own, while its parent is edited too, keep everything in step")
  func distantChild() async throws {
    for seed in Self.seeds {
      let library = try Library(
        books: seed.isMultiple(of: 2) ? .nullify : .cascade, policy: .objectTrumps,
        inMemory: seed.isMultiple(of: 4))
      var editor = RandomEditor(seed: seed, keys: 12)
      for _ in 0..<5 { try editor.edit(library.context) }
      let child = try await library.container.makeChild(mergePolicy: .objectTrumps)
      for _ in 0..<(Self.edits / 20) {
        let saving = Task { [seed = editor.random.next()] in
          try await child.perform { context in
            var editor = RandomEditor(seed: seed, keys: 12)
            for _ in 0..<5 { try editor.edit(context) }
          }
          try await saveOrGiveUpConflict(child)
        }
        for _ in 0..<5 {
          try editor.edit(library.context)
          if Int.random(in: 0..<4, using: &editor.random) == 0 { try saveOrGiveUpConflict(library.context) }
          await Task.yield()
        }
        try await saving.value
        try checkInverses(library.context, seed)
        try await child.refresh()
        let all = try shown(library.context)
        try check(await child.perform { try self.shown($0) }, all, seed)
        try saveOrGiveUpConflict(library.context)
        try checkUniqueness(library.context, seed)
        try check(await stored(library), shown(library.context), seed)
      }
    }
  }
}
