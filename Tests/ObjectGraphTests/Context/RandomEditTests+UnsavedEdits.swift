import ObjectGraph
import TestSupport
import Testing

extension RandomEditTests {
  /// The main context's unsaved edits, by object and property.
  typealias Edits = [ManagedObjectID: [String: PropertyValue]]

  /// A main context with unsaved edits, and contexts of every kind that save the same rows.
  @MainActor
  private final class Neighborhood {
    let library: Library
    let child: ManagedObjectContext
    let distant: BackgroundContext
    let workers: [BackgroundContext]
    let seed: UInt64
    var editor: RandomEditor
    /// The edits that the main context must show, regardless of other saves.
    var edits: Edits = [:]
    var checks = 0
    /// The values that have been committed, with the versions of their rows.
    private var committed: [ManagedObjectID: [String: [(version: Int64, value: PropertyValue)]]] = [:]
    /// The first versions of rows that the main context cannot have merged when it edited the property.
    private var firstVersions: [ManagedObjectID: [String: Int64]] = [:]
    /// The number of saves since the last wait for all commits.
    ///
    /// Each of them advances the version that the main context shows before the writer has written the row.
    private var publishedCount: Int64 = 0
    /// The rows that were merged into a row.
    private var origins: [ManagedObjectID: Set<ManagedObjectID>] = [:]
    private var watching: Task<Void, Never>?
    private var observation: ContextObservation?

    var main: ManagedObjectContext { library.context }

    init(seed: UInt64) async throws {
      self.seed = seed
      var editor = RandomEditor(seed: seed, keys: 8)
      func policy() -> MergePolicy { RandomEditTests.policies.randomElement(using: &editor.random) ?? .error }
      library = try Library(
        books: seed.isMultiple(of: 3) ? .cascade : .nullify,
        policy: seed.isMultiple(of: 5) ? .error : policy(), inMemory: !seed.isMultiple(of: 4))
      child = ManagedObjectContext(parent: library.context)
      child.automaticallyMergesChangesFromParent = seed.isMultiple(of: 2)
      let container = library.container
      workers = try (0..<2).map { _ in try container.makeBackgroundContext(mergePolicy: policy()) }
      // Without duplicate unique values, which the policy `error` would reject.
      var beginning = RandomEditor(seed: seed, keys: nil)
      for _ in 0..<10 { try beginning.edit(library.context) }
      try library.context.save()
      library.context.undoHistory?.removeAll()
      distant = try await library.container.makeChild(mergePolicy: .objectTrumps)
      let isFollowing = seed.isMultiple(of: 3)
      await distant.perform { $0.automaticallyMergesChangesFromParent = isFollowing }
      self.editor = editor
      observation = main.observe { [weak self] in self?.follow($0) }
      watchCommits()
    }

    // MARK: The main context's own edits

    private func books() throws -> [Book] { try main.fetch(FetchRequest<Book>()) }

    /// Makes one change in the main context, without unique values that could merge rows of other contexts
    /// into its own.
    func edit() throws {
      let books = try books()
      let book = books.randomElement(using: &editor.random)
      let authors = try main.fetch(FetchRequest<Author>())
      switch Int.random(in: 0..<12, using: &editor.random) {
      case 0, 1, 2: book?.title = "main \(Int.random(in: 0..<99, using: &editor.random))"
      case 3, 4: book?.pages = Int.random(in: 0..<99, using: &editor.random)
      case 5: book?.author = authors.randomElement(using: &editor.random)
      case 6: book?.author = nil
      case 7: try main.insert(Book.self).title = "new"
      // An undo restores the book, so it must have no unique value: another row may use it by then.
      case 8: if let book, books.count > 4, book.isbn == nil { main.delete(book) }
      case 9: main.undo()
      case 10: main.redo()
      default: if Int.random(in: 0..<4, using: &editor.random) == 0 { main.rollback() }
      }
      recordEdits()
    }

    func recordEdits() {
      main.processPendingChanges()
      let before = edits
      edits = [:]
      for case let book as Book in main.updatedObjects + main.insertedObjects {
        edits[book.objectID] = book.changedValues().filter { ["title", "pages", "author"].contains($0.key) }
        for (name, value) in edits[book.objectID] ?? [:] where before[book.objectID]?[name] != value {
          recordVersion(of: book.objectID, for: name)
        }
      }
    }

    /// Records that commits of the row as the main context knows it, and older ones, do not end its edit.
    ///
    /// The time at which this test receives a commit says nothing: the main context may merge it earlier or later.
    private func recordVersion(of id: ManagedObjectID, for name: String) {
      let version = (try? main.row(for: id))??.version ?? 0
      firstVersions[id, default: [:]][name] = version + 1 - publishedCount
    }

    /// Removes expectations of deleted objects, and transfers those of merged objects that were not edited as
    /// well.
    ///
    /// If several objects with an edit of a property are merged into one that has none, any of these edits may stay.
    private func follow(_ changes: ContextChanges) {
      var transferred: [ManagedObjectID: [String: [PropertyValue]]] = [:]
      for id in changes.updated.union(changes.inserted).union(changes.deleted) {
        guard let own = edits[id] else { continue }
        let book = main.registeredObject(for: id) as? Book
        if book?.objectID == id, book?.isDeleted == false { continue }
        edits[id] = nil
        guard let book, !book.isDeleted else { continue }
        for (name, value) in own { transferred[book.objectID, default: [:]][name, default: []].append(value) }
        origins[book.objectID, default: []].formUnion((origins[id] ?? []).union([id]))
      }
      for (id, properties) in transferred {
        let book = main.registeredObject(for: id)
        for (name, values) in properties where edits[id]?[name] == nil {
          edits[id, default: [:]][name] = values.first { $0 == book?.value(forKey: name) } ?? values[0]
        }
      }
    }

    /// Returns a Boolean value that indicates whether a value refers to an object that another context has
    /// deleted.
    private func isGone(_ value: PropertyValue) -> Bool {
      guard let id = value.reference else { return false }
      return (try? main.row(for: id)) == .some(nil)
    }

    /// Returns the first edit that the main context no longer shows.
    private func lostEdit() -> (id: ManagedObjectID, name: String, shown: PropertyValue?)? {
      for (id, own) in edits {
        let book = main.registeredObject(for: id)
        for (name, value) in own {
          checks += 1
          let shown = book?.value(forKey: name)
          if shown != value && !isGone(value) { return (id, name, shown) }
        }
      }
      return nil
    }

    /// Checks that the main context shows its own edits.
    ///
    /// An edit is excepted if another context has saved the same value since, for this row or for one that was
    /// merged into it later: then there is nothing left to save.
    func check(_ place: String) async throws {
      while let (id, name, shown) = lostEdit(), let value = edits[id]?[name] {
        // This test may receive commits later than the main context merges them.
        let limit = ContinuousClock.now + .seconds(600)
        while !isCommitted(value, name, of: id), ContinuousClock.now < limit { await Task.yield() }
        try #require(
          isCommitted(value, name, of: id),
          """
          seed \(seed), \(place): \(id).\(name) is \(shown.map { "\($0)" } ?? "gone"), not \(value)
          """)
        edits[id]?[name] = nil
      }
    }

    private func isCommitted(_ value: PropertyValue, _ name: String, of id: ManagedObjectID) -> Bool {
      (origins[id] ?? []).union([id]).contains { id in
        let first = firstVersions[id]?[name] ?? 0
        return committed[id]?[name]?.contains { $0.version >= first && $0.value == value } == true
      }
    }

    /// Collects the values of all commits.
    private func watchCommits() {
      let commits = library.container.coordinator.commits
      let model = library.context.model
      watching = Task { [weak self] in
        for await report in commits {
          for row in report.inserted + report.updated.map(\.row) + report.unchanged {
            let entity = model.entity(of: row.id)
            for (slot, value) in zip(row.values.slots, row.values) {
              self?.committed[row.id, default: [:]][entity.name(ofSlot: slot), default: []]
                .append((row.version, value))
            }
          }
        }
      }
    }

    /// Waits until the main context has merged all commits.
    func drain() async {
      await library.container.coordinator.drain()
      publishedCount = 0
    }

    // MARK: Other contexts

    /// Makes some edits in a worker, including swaps of unique values, and saves them.
    nonisolated static func work(in worker: BackgroundContext, _ seed: UInt64) async throws {
      do {
        try await worker.perform { context in
          var editor = RandomEditor(seed: seed, keys: 8)
          for _ in 0..<4 {
            try editor.edit(context)
            if Int.random(in: 0..<4, using: &editor.random) == 0 { try exchange(context, &editor.random) }
          }
        }
        try await worker.save()
      } catch is ConflictError {
        await worker.perform { $0.rollback() }
      }
      if seed.isMultiple(of: 2) { await worker.perform { $0.refreshAllObjects() } }
    }

    private nonisolated static func exchange(
      _ context: ManagedObjectContext, _ random: inout SeededGenerator
    ) throws {
      let books = try context.fetch(FetchRequest<Book>()).shuffled(using: &random).prefix(2)
      guard books.count == 2 else { return }
      (books[0].isbn, books[1].isbn) = (books[1].isbn, books[0].isbn)
    }

    /// Changes and saves a book in the child: its values take precedence for the properties that it changed
    /// only.
    func saveChild() throws {
      if !child.automaticallyMergesChangesFromParent { child.refreshAllObjects() }
      let books = try child.fetch(FetchRequest<Book>())
      guard let book = books.randomElement(using: &editor.random) else { return }
      book.title = "child \(Int.random(in: 0..<99, using: &editor.random))"
      book.note = "child"
      let title = book.changedValues()["title"]
      do {
        try child.save()
        if let title { recordChildEdit(title, of: book.objectID) }
      } catch is ConflictError {
        child.rollback()
      }
    }

    /// Records a title that the child saved into the main context, as an unsaved edit there.
    ///
    /// If another object of the main context is merged into this one, it must not replace the title.
    private func recordChildEdit(_ title: PropertyValue, of id: ManagedObjectID) {
      guard main.registeredObject(for: id)?.changedValues()["title"] == title else {
        edits[id]?["title"] = nil
        return
      }
      edits[id, default: [:]]["title"] = title
      recordVersion(of: id, for: "title")
    }

    func saveDistantChild() async throws {
      let seed = editor.random.next()
      try await distant.perform { context in
        var random = SeededGenerator(seed: seed)
        try context.fetch(FetchRequest<Book>()).randomElement(using: &random)?.note = "distant"
      }
      try await distant.save()
    }

    /// Publishes the main context; an undo can have restored a unique value that another row has by now.
    func publishMain() throws {
      publishedCount += 1
      do { try main.publish() } catch is ConflictError { main.rollback() }
      recordEdits()
    }

    /// Saves the main context; changes that the merge policy rejects are rolled back.
    func saveMain() async throws {
      do {
        try main.save()
      } catch is ConflictError {
        recordEdits()
        try await check("after a refused save")
        await drain()
        try await check("after a refused save and all commits")
        main.rollback()
      }
      recordEdits()
    }
  }

  @Test(
    "by others do not change what the main context has edited until it saves or gives up the edit")
  func unsavedEdits() async throws {
    for seed in Self.seeds {
      let place = try await Neighborhood(seed: seed)
      for _ in 0..<(Self.edits / 10) {
        let savings = place.workers.map { worker in
          Task { [seed = place.editor.random.next()] in try await Neighborhood.work(in: worker, seed) }
        }
        for _ in 0..<6 {
          try place.edit()
          await Task.yield()
          try await place.check("while workers save")
          switch Int.random(in: 0..<8, using: &place.editor.random) {
          case 0: try place.saveChild()
          case 1: try await place.saveDistantChild()
          case 2 where place.main.mergePolicy != .error: try place.publishMain()
          default: break
          }
          try await place.check("after other saves")
        }
        for saving in savings { try await saving.value }
        await place.drain()
        try await place.check("after all commits")
        if Bool.random(using: &place.editor.random) { continue }
        try await place.saveMain()
        await place.drain()
        try checkInverses(place.main, seed)
        let stored = try await stored(place.library)
        try check(shown(place.main), stored, seed)
        try checkTargets(stored, seed)
      }
      withExtendedLifetime(place) {}
    }
  }
}
