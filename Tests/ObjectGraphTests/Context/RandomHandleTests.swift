import ObjectGraph
import TestSupport
import Testing

/// Tests of retained objects whose rows other contexts delete or merge with others.
@MainActor
@Suite("Random use of objects that were kept", .timeLimit(.minutes(60)))
struct RandomHandleTests {
  static var seeds: Range<UInt64> { Seeds.range(quick: 20, long: 1_000) }
  nonisolated static let rounds = 10

  /// Edits a context, uses the retained objects, and adds new ones to them.
  nonisolated static func edit(
    _ context: ManagedObjectContext, _ editor: inout RandomEditor, _ kept: inout [ManagedObject]
  ) throws {
    for _ in 0..<5 {
      try editor.edit(context)
      kept += context.insertedObjects.suffix(1)
      editor.use(kept)
    }
    kept += Array(try context.fetch(FetchRequest<Book>()).prefix(1))
    kept += Array(try context.fetch(FetchRequest<Author>()).suffix(1))
  }

  /// Checks that the properties of each retained object agree with its row.
  nonisolated static func check(
    _ kept: [ManagedObject], _ context: ManagedObjectContext, _ seed: UInt64
  ) throws {
    for object in kept {
      let row = try context.row(for: object.objectID)
      let shown = try context.existingObject(with: object.objectID)
      // Reading a fault detects whether its row exists.
      let values = object.entity.slots.map { object.value(forKey: object.entity.name(ofSlot: $0)) }
      try #require(object.isDeleted == (row == nil), "seed \(seed): \(object.objectID)")
      guard let row else {
        // An unsaved deletion can be undone, so its object keeps its references.
        try #require(shown == nil, "seed \(seed): \(object.objectID)")
        continue
      }
      try #require(values == row.values, "seed \(seed): \(object.objectID)")
      try #require(
        shown == object && object.hashValue == shown?.hashValue, "seed \(seed): \(object.objectID)")
      try #require(object.managedObjectContext === context, "seed \(seed): \(object.objectID)")
    }
  }

  /// Checks that no relationship contains a deleted object, and that both sides are consistent.
  nonisolated static func checkRelationships(_ context: ManagedObjectContext, _ seed: UInt64) throws {
    for author in try context.fetch(FetchRequest<Author>()) {
      let isSound = author.books.allSatisfy { !$0.isDeleted && $0.author === author }
      try #require(isSound, "seed \(seed): \(author.objectID)")
      try #require(author.portrait?.isDeleted != true, "seed \(seed): \(author.objectID)")
    }
    for book in try context.fetch(FetchRequest<Book>()) {
      try #require(book.author?.isDeleted != true, "seed \(seed): \(book.objectID)")
      try #require(book.author?.books.contains(book) ?? true, "seed \(seed): \(book.objectID)")
    }
  }

  /// Checks that changes of objects with existing rows reach the store.
  private func checkArrival(
    _ kept: [ManagedObject], _ library: Library, _ editor: inout RandomEditor, _ seed: UInt64
  ) async throws {
    let living = kept.filter { !$0.isDeleted && ($0 is Book || $0 is Author) }
    guard let object = living.randomElement(using: &editor.random) else { return }
    let name = object is Book ? "title" : "name"
    object.setValue(.string("arrives \(seed)"), forKey: name)
    do {
      try library.context.save()
    } catch is ConflictError {
      return library.context.rollback()
    }
    let id = object.objectID
    let row = try await library.container.coordinator.read { try $0.rows([id]).first }
    let slot = try #require(object.entity.slot(of: name))
    try #require(row?.values[slot] == .string("arrives \(seed)"), "seed \(seed): \(id)")
  }

  @Test("by the main context, its child and workers never traps, and what is set arrives")
  func main() async throws {
    for seed in Self.seeds {
      var editor = RandomEditor(seed: seed, keys: 12)
      let library = try Library(
        books: seed.isMultiple(of: 3) ? .cascade : .nullify, policy: .objectTrumps,
        inMemory: seed.isMultiple(of: 4))
      if seed.isMultiple(of: 5) { library.context.undoHistory = nil }
      let worker = try library.container.makeBackgroundContext(mergePolicy: .objectTrumps)
      let child = ManagedObjectContext(parent: library.context)
      child.automaticallyMergesChangesFromParent = true
      var (kept, keptByChild): ([ManagedObject], [ManagedObject]) = ([], [])
      for _ in 0..<Self.rounds {
        let saving = Task { [seed = editor.random.next()] in
          try await worker.perform { context in
            var editor = RandomEditor(seed: seed, keys: 12)
            for _ in 0..<4 { try editor.edit(context) }
          }
          try await saveOrGiveUpConflict(worker)
        }
        for _ in 0..<3 {
          try Self.edit(library.context, &editor, &kept)
          if Bool.random(using: &editor.random) { try saveOrGiveUpConflict(library.context) }
          if Int.random(in: 0..<6, using: &editor.random) == 0 { library.context.undo() }
          await Task.yield()
        }
        try Self.edit(child, &editor, &keptByChild)
        if Bool.random(using: &editor.random) { try saveOrGiveUpConflict(child) }
        try await saving.value
        library.context.processPendingChanges()
        child.processPendingChanges()
        try Self.check(kept, library.context, seed)
        try saveOrGiveUpConflict(child)
        try saveOrGiveUpConflict(library.context)
        await library.container.coordinator.drain()
        child.processPendingChanges()
        try Self.check(kept, library.context, seed)
        try Self.checkRelationships(library.context, seed)
        try Self.check(keptByChild, child, seed)
        try Self.checkRelationships(child, seed)
        try await checkArrival(kept, library, &editor, seed)
        kept = Array(kept.shuffled(using: &editor.random).prefix(20))
        keptByChild = Array(keptByChild.shuffled(using: &editor.random).prefix(20))
      }
    }
  }

  @Test("by a worker never traps, and what is set arrives")
  func worker() async throws {
    for seed in Self.seeds {
      let library = try Library(
        books: seed.isMultiple(of: 3) ? .cascade : .nullify, inMemory: seed.isMultiple(of: 4))
      let worker = try library.container.makeBackgroundContext(mergePolicy: .objectTrumps)
      let otherWorker = try library.container.makeBackgroundContext(mergePolicy: .objectTrumps, name: "other")
      try await worker.perform { context in
        var editor = RandomEditor(seed: seed, keys: 12)
        var kept: [ManagedObject] = []
        for _ in 0..<Self.rounds {
          try Self.edit(context, &editor, &kept)
          try otherWorker.performAndWait { [seed = editor.random.next()] context in
            var editor = RandomEditor(seed: seed, keys: 12)
            for _ in 0..<5 { try editor.edit(context) }
            try saveOrGiveUpConflict(context)
          }
          if Bool.random(using: &editor.random) { context.refreshAllObjects() }
          editor.use(kept)
          try context.save()
          context.refreshAllObjects()
          try Self.check(kept, context, seed)
          try Self.checkRelationships(context, seed)
          for object in kept where !object.isDeleted {
            if let book = object as? Book { book.title = "arrives" }
          }
          try context.save()
          let ids = kept.filter { !$0.isDeleted && $0 is Book }.map(\.objectID)
          try otherWorker.performAndWait { context in
            context.refreshAllObjects()
            for id in ids {
              let book = try #require(try context.existingObject(with: id) as? Book, "seed \(seed): \(id)")
              try #require(book.title == "arrives", "seed \(seed): \(id)")
            }
          }
          kept = Array(kept.shuffled(using: &editor.random).prefix(20))
        }
      }
    }
  }
}
