import ObjectGraph
import SQLiteStore
import TestSupport
import Testing

@MainActor
@Suite("Random edits", .timeLimit(.minutes(60)))
struct RandomEditTests {
  /// The seeds, one for each library that is edited.
  static var seeds: Range<UInt64> { Seeds.range(quick: 16, long: 2_000) }
  static let edits = 100

  typealias Values = [ManagedObjectID: [PropertyValue]]

  private static let types: [ManagedObject.Type] = [Author.self, Book.self, Portrait.self]

  /// Returns all values that the context shows.
  nonisolated func shown(_ context: ManagedObjectContext) throws -> Values {
    let ids =
      try context.fetchIDs(FetchRequest<Author>()) + context.fetchIDs(FetchRequest<Book>())
      + context.fetchIDs(FetchRequest<Portrait>())
    return try Dictionary(
      uniqueKeysWithValues: ids.map { ($0, try #require(try context.row(for: $0)).values) })
  }

  /// Returns all values that are in the file.
  func stored(_ library: Library) async throws -> Values { try await stored(library.container) }

  /// Returns all values that are in the store.
  func stored(_ container: PersistentContainer) async throws -> Values {
    await container.coordinator.drain()
    let entities = Self.types.map(container.coordinator.model.number(of:))
    let rows = try await container.coordinator.read { reader in
      try entities.flatMap { try reader.fetch(StoreQuery(entity: $0)) }
    }
    return Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0.values) })
  }

  func check(_ found: Values, _ expected: Values, _ seed: UInt64) throws {
    let ids = Set(found.keys).union(expected.keys).sorted().filter { found[$0] != expected[$0] }
    let difference = ids.map { id in
      let (here, there) = (found[id].map { "\($0)" }, expected[id].map { "\($0)" })
      return "\(id): \(here ?? "none"), not \(there ?? "none")"
    }
    try #require(difference.isEmpty, "seed \(seed)\n\(difference.joined(separator: "\n"))")
  }

  @Test("are undone step by step to what was there before each, and done again")
  func undoAndRedo() async throws {
    for seed in Self.seeds {
      let library = try Library(
        books: seed.isMultiple(of: 2) ? .nullify : .cascade, inMemory: seed.isMultiple(of: 4))
      let context = library.context
      context.undoHistory = UndoHistory(levels: 10 * Self.edits)
      var editor = RandomEditor(seed: seed, keys: nil)
      var states = [try shown(context)]
      for _ in 0..<Self.edits {
        let count = Int.random(in: 1...3, using: &editor.random)
        try context.withUndoGroup(named: "edit") { for _ in 0..<count { try editor.edit(context) } }
        if Int.random(in: 0..<8, using: &editor.random) == 0 { try checkInverses(context, seed) }
        let state = try shown(context)
        if state != states.last { states.append(state) }
        if Int.random(in: 0..<8, using: &editor.random) == 0 { try context.save() }
      }
      for state in states.dropLast().reversed() {
        #expect(context.undo() != nil)
        try check(shown(context), state, seed)
        if Int.random(in: 0..<8, using: &editor.random) == 0 { try checkInverses(context, seed) }
        if Int.random(in: 0..<8, using: &editor.random) == 0 { try context.save() }
      }
      try #require(context.undo() == nil, "seed \(seed)")
      for state in states.dropFirst() {
        #expect(context.redo() != nil)
        try check(shown(context), state, seed)
      }
      try context.save()
      try check(await stored(library), states.last ?? [:], seed)
    }
  }

  /// All policies that resolve conflicts, including a custom rule that depends on the object.
  static let policies: [MergePolicy] = [
    .objectTrumps, .storeTrumps, .overwrite, .rollback,
    .custom(ConflictRule("even ones win") { $0.object.key.isMultiple(of: 2) ? .object : .store }),
  ]

  @Test("by three contexts at once keep both ends of relationships, uniqueness and the file in step")
  func threeContexts() async throws {
    for seed in Self.seeds {
      var editor = RandomEditor(seed: seed, keys: 12)
      func policy() -> MergePolicy { Self.policies.randomElement(using: &editor.random) ?? .error }
      let library = try Library(
        books: seed.isMultiple(of: 3) ? .cascade : .nullify, policy: policy(),
        inMemory: seed.isMultiple(of: 4))
      let workers = try (0..<2).map { _ in try library.container.makeBackgroundContext(mergePolicy: policy())
      }
      for _ in 0..<(Self.edits / 10) {
        let savings = workers.map { worker in
          Task { [seed = editor.random.next()] in try await Self.edit(in: worker, seed) }
        }
        for _ in 0..<5 {
          try editor.edit(library.context)
          if Int.random(in: 0..<3, using: &editor.random) == 0 { try saveOrGiveUpConflict(library.context) }
          await Task.yield()
        }
        try saveOrGiveUpConflict(library.context)
        for saving in savings { try await saving.value }
        await library.container.coordinator.drain()
        try checkInverses(library.context, seed)
        try checkUniqueness(library.context, seed)
        let stored = try await stored(library)
        try check(shown(library.context), stored, seed)
        try checkTargets(stored, seed)
      }
    }
  }

  private static func edit(in worker: BackgroundContext, _ seed: UInt64) async throws {
    try await worker.perform { context in
      var editor = RandomEditor(seed: seed, keys: 12)
      for _ in 0..<5 { try editor.edit(context) }
    }
    try await saveOrGiveUpConflict(worker)
  }

  /// Checks that all references lead to existing rows.
  func checkTargets(_ rows: Values, _ seed: UInt64) throws {
    for (id, values) in rows {
      let missing = values.compactMap(\.reference).filter { rows[$0] == nil }
      try #require(missing.isEmpty, "seed \(seed): \(id)")
    }
  }

  /// Checks that the two sides of every relationship are consistent.
  func checkInverses(_ context: ManagedObjectContext, _ seed: UInt64) throws {
    for book in try context.fetch(FetchRequest<Book>()) {
      let isMutual = book.author?.books.ids.contains(book.objectID) ?? true
      try #require(isMutual, "seed \(seed): \(book.objectID)")
    }
    for author in try context.fetch(FetchRequest<Author>()) {
      let isMutual = author.books.allSatisfy { $0.author === author }
      try #require(isMutual, "seed \(seed): \(author.objectID)")
      try #require(
        author.portrait.map { $0.sitter === author } ?? true, "seed \(seed): \(author.objectID)")
    }
  }

  func checkUniqueness(_ context: ManagedObjectContext, _ seed: UInt64) throws {
    let isbns = try context.fetch(FetchRequest<Book>()).compactMap(\.isbn)
    let keys = try context.fetch(FetchRequest<Author>()).compactMap(\.key)
    try #require(isbns.count == Set(isbns).count && keys.count == Set(keys).count, "seed \(seed)")
  }
}

/// Publishes the changes, or rolls them back if they conflict with those of another context.
func saveOrGiveUpConflict(_ context: ManagedObjectContext) throws {
  do { try context.publish() } catch is ConflictError { context.rollback() }
}

/// Saves the changes, or rolls them back if they conflict with those of another context.
func saveOrGiveUpConflict(_ worker: BackgroundContext) async throws {
  do { try await worker.save() } catch is ConflictError { await worker.perform { $0.rollback() } }
}
