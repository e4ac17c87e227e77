import Foundation
import ObjectGraph
import SQLiteStore
import TestSupport
import Testing

@MainActor
@Suite("The history of a store")
struct HistoryTests {
  @Test(
    "Each commit becomes a transaction with its author, context, process and changes",
    arguments: Notebook.Kind.allCases)
  func transactions(_ kind: Notebook.Kind) async throws {
    let notebook = try Notebook(kind)
    let start = try #require(await notebook.coordinator.historyToken())
    #expect(start.number == 0)
    let before = Date.now
    notebook.context.transactionAuthor = "editor"
    let (note, folder) = (try notebook.context.insert(Note.self), try notebook.context.insert(Folder.self))
    note.folder = folder
    let first = try #require(await notebook.save(after: start).first)
    #expect(first.author == "editor" && first.context == "main" && first.number == 1)
    #expect(first.process == ProcessInfo.processInfo.processName)
    #expect(first.application == (kind == .memory ? nil : "Notebook"))
    // The store keeps the date as a real number.
    #expect(first.date.timeIntervalSince(before) > -0.001 && first.date <= .now.addingTimeInterval(0.001))
    #expect(
      outlines(first.changes) == [
        change(note, .insertion), change(folder, .insertion),
      ])
    notebook.context.transactionAuthor = nil
    (note.text, note.stars) = ("milk", 3)
    let second = try await notebook.save(after: first.token)
    #expect(second.map(\.number) == [2] && second.map(\.author) == [nil])
    #expect(outlines(second.first?.changes ?? []) == [change(note, .update, ["text", "stars"])])
    note.folder = nil
    let third = try await notebook.save(after: second.last?.token)
    #expect(outlines(third.first?.changes ?? []) == [change(note, .update, ["folder"])])
    #expect(try await notebook.coordinator.historyToken() == third.first?.token)
    #expect(try await notebook.coordinator.history().map(\.number) == [1, 2, 3])
    try notebook.context.save()
    #expect(try await notebook.coordinator.history().count == 3, "a save without changes is no transaction")
  }

  private func change(
    _ object: ManagedObject, _ kind: PersistentHistoryChange.Kind, _ properties: Set<String> = []
  ) -> Change { Change(objectID: object.objectID, kind: kind, updatedProperties: properties) }

  /// Returns the changes without their tombstones.
  private func outlines(_ changes: [PersistentHistoryChange]) -> Set<Change> { Set(changes.map(Change.init)) }

  @Test(
    "A many-to-many relationship counts as changed at both ends, once for each object",
    arguments: Notebook.Kind.allCases)
  func joinRows(_ kind: Notebook.Kind) async throws {
    let notebook = try Notebook(kind)
    let (note, label) = (try notebook.context.insert(Note.self), try notebook.context.insert(Label.self))
    let first = try await notebook.save(after: nil)
    note.labels.insert(label)
    note.text = "tea"
    let second = try await notebook.save(after: first.last?.token)
    #expect(
      outlines(second.flatMap(\.changes)) == [
        change(note, .update, ["labels", "text"]), change(label, .update, ["notes"]),
      ])
    #expect(second.flatMap(\.changes).count == 2)
    notebook.context.delete(label)
    let third = try await notebook.save(after: second.last?.token)
    #expect(
      outlines(third.flatMap(\.changes)) == [change(note, .update, ["labels"]), change(label, .deletion)])
  }

  @Test(
    "A new order of members counts as a change of the members that moved", arguments: Notebook.Kind.allCases)
  func order(_ kind: Notebook.Kind) async throws {
    let notebook = try Notebook(kind)
    let folder = try notebook.context.insert(Folder.self)
    let notes = try (0..<3).map { _ in try notebook.context.insert(Note.self) }
    folder.notes.replace(with: notes)
    let first = try await notebook.save(after: nil)
    folder.notes.move(notes[2], to: 0)
    let second = try await notebook.save(after: first.last?.token).flatMap(\.changes)
    #expect(second.map(\.updatedProperties) == [["folder"]] && second.map(\.objectID) == [notes[2].objectID])
  }

  @Test(
    "A deleted object leaves the attributes that are to be preserved, deletions by rules too",
    arguments: Notebook.Kind.allCases)
  func tombstones(_ kind: Notebook.Kind) async throws {
    let notebook = try Notebook(kind)
    let folder = try notebook.context.insert(Folder.self)
    let picture = Data(repeating: 7, count: 150_000)
    for (key, picture) in [("a", picture), (nil, nil)] {
      let note = try notebook.context.insert(Checklist.self)
      (note.key, note.text, note.stars, note.picture, note.folder) = (key, "gone", 5, picture, folder)
    }
    let first = try await notebook.save(after: nil)
    let notes = folder.notes.ids
    notebook.context.delete(folder)
    let changes = try await notebook.save(after: first.last?.token).flatMap(\.changes)
    #expect(changes.allSatisfy { $0.kind == .deletion } && changes.count == 3)
    let tombstones = Dictionary(uniqueKeysWithValues: changes.map { ($0.objectID, $0.tombstone) })
    #expect(tombstones[folder.objectID] == [:])
    #expect(
      tombstones[notes[0]] == ["key": .string("a"), "stars": .integer(5), "picture": .data(picture)])
    #expect(tombstones[notes[1]] == ["stars": .integer(5)])
  }

  @Test(
    "A duplicate that a commit merges into an existing row is an update of that row",
    arguments: Notebook.Kind.allCases)
  func redirects(_ kind: Notebook.Kind) async throws {
    let notebook = try Notebook(kind, policy: .objectTrumps)
    let note = try notebook.context.insert(Note.self)
    (note.key, note.text) = ("k", "old")
    let first = try await notebook.save(after: nil)
    let (id, worker) = (
      note.objectID, try notebook.container.makeBackgroundContext(mergePolicy: .objectTrumps)
    )
    try await worker.perform { context in
      let duplicate = try context.insert(Note.self)
      (duplicate.key, duplicate.text) = ("k", "new")
    }
    try await worker.save()
    let second = try await notebook.coordinator.history(.after(first.last?.token))
    #expect(second.map(\.context) == ["worker"])
    #expect(second.flatMap(\.changes).map { $0.objectID } == [id])
    #expect(second.first?.changes.first?.kind == .update)
    #expect(second.first?.changes.first?.updatedProperties == ["text"])
  }

  @Test(
    "Requests filter by author, entity with subentities, and time, and limit",
    arguments: Notebook.Kind.allCases)
  func filters(_ kind: Notebook.Kind) async throws {
    let notebook = try Notebook(kind)
    for (author, isNote) in [("import", true), (nil, false), ("editor", true), ("import", false)]
      as [(String?, Bool)]
    {
      notebook.context.transactionAuthor = author
      if isNote { _ = try notebook.context.insert(Checklist.self) }
      _ = try notebook.context.insert(Label.self)
      try notebook.context.save()
    }
    func numbers(_ change: (inout PersistentHistoryRequest) -> Void) async throws -> [Int64] {
      var request = PersistentHistoryRequest()
      change(&request)
      return try await notebook.coordinator.history(request).map(\.number)
    }
    #expect(try await numbers { $0.authors = ["import"] } == [1, 4])
    #expect(try await numbers { $0.excludedAuthors = ["import"] } == [2, 3])
    #expect(try await numbers { $0.entities = ["Note"] } == [1, 3])
    #expect(try await numbers { $0.limit = 2 } == [1, 2])
    #expect(try await numbers { $0.limit = -1 } == [])
    #expect(try await numbers { ($0.entities, $0.limit) = (["Note"], 1) } == [1])
    let all = try await notebook.coordinator.history()
    #expect(
      try await numbers { $0.start = .date(all[2].date) }
        == all.filter { $0.date > all[2].date }.map(\.number))
    var request = PersistentHistoryRequest.after(all[0])
    request.entities = ["Note"]
    let found = try await notebook.coordinator.history(request)
    #expect(found.map { $0.changes.count } == [1], "the label is left out")
    request.includesChanges = false
    #expect(try await notebook.coordinator.history(request).allSatisfy { $0.changes.isEmpty })
    request.entities = ["Notes"]
    let refusal = await #expect(throws: PersistentHistoryError.unknownEntity("Notes")) {
      try await notebook.coordinator.history(request)
    }
    #expect(refusal?.description.contains("Notes") == true)
  }

  @Test(
    "Tokens can be kept as text, are ordered, and are refused by another store",
    arguments: Notebook.Kind.allCases)
  func tokens(_ kind: Notebook.Kind) async throws {
    let (notebook, other) = (try Notebook(kind), try Notebook(kind))
    _ = try notebook.context.insert(Note.self)
    let first = try #require(await notebook.save(after: nil).last?.token)
    _ = try notebook.context.insert(Note.self)
    let second = try #require(await notebook.save(after: first).last?.token)
    let decoded = try JSONDecoder().decode(
      PersistentHistoryToken.self, from: JSONEncoder().encode(first))
    #expect(decoded == first && first < second)
    #expect(try await notebook.coordinator.history(.after(decoded)).map(\.token) == [second])
    let error = await #expect(throws: PersistentHistoryError.self) {
      try await other.coordinator.history(.after(first))
    }
    let text =
      "\(notebook.container.coordinator.store.identifier), not to the store \(other.coordinator.store.identifier)"
    #expect(error?.description.contains(text) == true)
  }

  @Test(
    "A purge keeps the transaction of its bound, and earlier tokens expire", arguments: Notebook.Kind.allCases
  )
  func purge(_ kind: Notebook.Kind) async throws {
    let notebook = try Notebook(kind)
    for _ in 0..<5 {
      _ = try notebook.context.insert(Note.self)
      try notebook.context.save()
    }
    let tokens = try await notebook.coordinator.history().map(\.token)
    #expect(try await notebook.coordinator.purgeHistory(before: tokens[2]) == 2)
    #expect(try await notebook.coordinator.history().map(\.number) == [3, 4, 5])
    #expect(try await notebook.coordinator.history(.after(tokens[1])).map(\.number) == [3, 4, 5])
    let error = await #expect(throws: PersistentHistoryError.expired(token: tokens[0])) {
      try await notebook.coordinator.history(.after(tokens[0]))
    }
    #expect(error?.description.contains("after transaction 1 is not complete") == true)
    #expect(try await notebook.coordinator.purgeHistory(before: .distantFuture) == 3)
    #expect(try await notebook.coordinator.history() == [])
    #expect(try await notebook.coordinator.historyToken() == tokens[4])
    #expect(try await notebook.coordinator.history(.after(tokens[4])) == [])
    _ = try notebook.context.insert(Note.self)
    #expect(try await notebook.save(after: tokens[4]).map(\.number) == [6])
  }

  // The error of a combined store is another one: its stores keep their histories.
  @Test(
    "A store without a history says how to keep one",
    arguments: StoreKind.allCases.filter { $0 != .combined })
  func none(_ kind: StoreKind) async throws {
    let folder = try TemporaryFolder()
    let store = try kind.open(in: folder, model: Notebook.model())
    let coordinator = PersistentStoreCoordinator(store: store)
    #expect(try await coordinator.historyToken() == nil)
    let error = await #expect(throws: PersistentHistoryError.notKept(store: store.identifier)) {
      try await coordinator.history()
    }
    #expect(error?.description.contains("StoreOptions(keepsHistory: true)") == true)
    await #expect(throws: PersistentHistoryError.notKept(store: store.identifier)) {
      try await coordinator.purgeHistory(before: .now)
    }
  }

  @Test("A failed save leaves no transaction", arguments: Notebook.Kind.allCases)
  func failure(_ kind: Notebook.Kind) async throws {
    let notebook = try Notebook(kind)
    try notebook.context.insert(Note.self).key = "k"
    let token = try #require(await notebook.save(after: nil).last?.token)
    let worker = try notebook.container.makeBackgroundContext()
    try await worker.perform { try $0.insert(Note.self).key = "k" }
    await #expect(throws: ConflictError.self) { try await worker.save() }
    #expect(try await notebook.coordinator.historyToken() == token)
    #expect(try await notebook.coordinator.history(.after(token)) == [])
  }
}

/// A change without its tombstone.
private struct Change: Hashable {
  var objectID: ManagedObjectID
  var kind: PersistentHistoryChange.Kind
  var updatedProperties: Set<String>

  init(
    objectID: ManagedObjectID, kind: PersistentHistoryChange.Kind, updatedProperties: Set<String> = []
  ) {
    (self.objectID, self.kind, self.updatedProperties) = (objectID, kind, updatedProperties)
  }

  init(_ change: PersistentHistoryChange) {
    self.init(
      objectID: change.objectID, kind: change.kind, updatedProperties: change.updatedProperties)
  }
}
