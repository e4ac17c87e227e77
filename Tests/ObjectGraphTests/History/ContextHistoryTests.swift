import ObjectGraph
import TestSupport
import Testing

@MainActor
@Suite("The history in a context")
struct ContextHistoryTests {
  /// A worker beside the main context, which does not merge by itself.
  private func worker(_ notebook: Notebook) throws -> BackgroundContext {
    try notebook.container.makeBackgroundContext()
  }

  @Test("A context and its child read the history and its end", arguments: Notebook.Kind.allCases)
  func reading(_ kind: Notebook.Kind) async throws {
    let notebook = try Notebook(kind)
    let note = try notebook.context.insert(Note.self)
    try notebook.context.save()
    let transactions = try notebook.context.history()
    #expect(try await transactions == notebook.coordinator.history())
    let change = try #require(transactions.first?.changes.first)
    #expect(notebook.context.object(with: change.objectID) === note)
    let child = ManagedObjectContext(parent: notebook.context)
    #expect(try child.history() == transactions)
    #expect(try child.historyToken() == transactions.last?.token)
    #expect(try notebook.context.historyToken() == transactions.last?.token)
  }

  @Test("The history of a store on another machine is read where changes wait for what they need")
  func waiting() async throws {
    let store = RemoteStore(try InMemoryStore(model: Notebook.model(), keepsHistory: true))
    let context = try PersistentContainer(store: store).viewContext
    _ = try context.insert(Note.self)
    try context.save()
    #expect(try await context.whenAtHand { try context.history().count } == 1)
    #expect(throws: FetchError.wouldWait) { try context.withoutWaiting { try context.history() } }
  }

  @Test("A context of a store without a history says so")
  func none() throws {
    let store = try InMemoryStore(model: Notebook.model())
    let context = try PersistentContainer(store: store).viewContext
    #expect(throws: PersistentHistoryError.notKept(store: store.identifier)) { try context.history() }
    #expect(try context.historyToken() == nil)
  }

  @Test(
    "Transactions merged by hand update objects, members and owners, and leave unsaved changes",
    arguments: Notebook.Kind.allCases)
  func merging(_ kind: Notebook.Kind) async throws {
    let notebook = try Notebook(kind)
    let context = notebook.context
    let folders = try (0..<2).map { _ in try context.insert(Folder.self) }
    let notes = try (0..<4).map { number in
      let note = try context.insert(Note.self)
      (note.text, note.folder) = ("\(number)", folders[0])
      return note
    }
    let label = try context.insert(Label.self)
    try context.save()
    let (ids, owners, labelID) = (notes.map(\.objectID), folders.map(\.objectID), label.objectID)
    let token = try context.historyToken()
    let worker = try worker(notebook)
    try await worker.perform { context in
      context.retainsRegisteredObjects = true
      let notes = ids.compactMap { context.object(with: $0) as? Note }
      let owners = owners.compactMap { context.object(with: $0) as? Folder }
      let label = try #require(context.object(with: labelID) as? Label)
      #expect(notes.map(\.text) == ["0", "1", "2", "3"])
      #expect(owners.map(\.notes.count) == [4, 0] && label.notes.isEmpty)
      notes[0].stars = 9
    }
    notes[0].text = "a"
    notes[1].folder = folders[1]
    notes[2].labels.insert(label)
    context.delete(notes[3])
    let new = try context.insert(Note.self)
    (new.text, new.folder) = ("new", folders[1])
    try context.save()
    let newID = new.objectID
    try await worker.perform { context in
      let notes = ids.compactMap { context.object(with: $0) as? Note }
      let owners = owners.compactMap { context.object(with: $0) as? Folder }
      let label = try #require(context.object(with: labelID) as? Label)
      #expect(notes[0].text == "0")
      for _ in 0..<2 {
        context.mergeChanges(fromHistory: try context.history(.after(token)))
        #expect(notes[0].text == "a" && notes[0].stars == 9)
        #expect(Array(owners[0].notes.map(\.text)) == ["a", "2"])
        #expect(owners[1].notes.map(\.objectID) == [ids[1], newID])
        #expect(label.notes.map(\.objectID) == [ids[2]])
        #expect(notes[3].managedObjectContext == nil)
      }
    }
    try await worker.save()
    #expect(try context.history(.after(token)).count == 2)
  }

  @Test("Observers are notified of each merged change once")
  func observed() async throws {
    let notebook = try Notebook(.sqlite)
    let folder = try notebook.context.insert(Folder.self)
    try notebook.context.save()
    let token = try notebook.context.historyToken()
    let id = folder.objectID
    let worker = try worker(notebook)
    await worker.perform { context in
      context.retainsRegisteredObjects = true
      #expect((context.object(with: id) as? Folder)?.notes.count == 0)
    }
    let note = try notebook.context.insert(Note.self)
    note.folder = folder
    try notebook.context.save()
    let noteID = note.objectID
    try await worker.perform { context in
      var changes: [ContextChanges] = []
      let observation = context.observe { changes.append($0) }
      context.mergeChanges(fromHistory: try context.history(.after(token)))
      #expect(changes.map(\.inserted) == [[noteID]] && changes.map(\.updated) == [[id]])
      withExtendedLifetime(observation) {}
    }
  }
}
