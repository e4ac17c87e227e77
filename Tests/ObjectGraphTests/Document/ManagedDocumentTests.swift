import Foundation
import ObjectGraph
import SQLiteStore
import TestSupport
import Testing

@Suite("A document", .timeLimit(.minutes(10)))
@MainActor
struct ManagedDocumentTests {
  private let folder: TemporaryFolder
  private let url: URL

  init() throws {
    folder = try TemporaryFolder()
    url = folder.url.appendingPathComponent("Books.shelf")
  }

  private func document(
    _ policy: MergePolicy = .objectTrumps, named name: String? = nil
  ) throws -> ManagedDocument {
    let model = try Shelf.model()
    let url = name.map { folder.url.appendingPathComponent($0) } ?? self.url
    let document = ManagedDocument(url: url, mergePolicy: policy) { try SQLiteStore(path: $0, model: model) }
    document.autosaveInterval = nil
    return document
  }

  private func titles(_ document: ManagedDocument) throws -> [String] {
    try document.context.fetch(FetchRequest<Book>(order: [FetchOrder("title")])).map(\.title)
  }

  @Test("It is made, saves itself, saves what is left when it is closed, and can be opened again")
  func lifeCycle() async throws {
    let document = try document()
    var states = document.states.makeAsyncIterator()
    try await document.open()
    document.autosaveInterval = .milliseconds(20)
    try document.context.insert(Book.self).title = "Emma"
    #expect(document.hasUnsavedChanges)
    #expect(await states.words(5) == ["closed", "opening", "normal", "saving", "normal"])
    #expect(!document.hasUnsavedChanges)
    let store = url.appendingPathComponent("StoreContent/persistentStore")
    #expect(FileManager.default.fileExists(atPath: store.path))
    document.autosaveInterval = nil
    try document.context.insert(Book.self).title = "Persuasion"
    try await document.close()
    #expect(await states.words(2) == ["closing", "closed"])
    #expect(!document.isOpen)

    try await document.open(creating: false)
    #expect(try titles(document) == ["Emma", "Persuasion"])
    try await document.close()
  }

  @Test("A document does not save itself after its interval was set to nil")
  func noAutosave() async throws {
    let (still, other) = (try document(), try document(named: "Other.shelf"))
    for document in [still, other] { try await document.open() }
    for document in [still, other] {
      document.autosaveInterval = .milliseconds(20)
      try document.context.insert(Book.self).title = "Emma"
      document.context.processPendingChanges()
    }
    still.autosaveInterval = nil
    var states = other.states.makeAsyncIterator()
    // Its time comes after that of the document that must not save.
    while other.hasUnsavedChanges { _ = await states.next(isolation: #isolation) }
    #expect(still.hasUnsavedChanges)
    still.autosaveInterval = .milliseconds(1)
    states = still.states.makeAsyncIterator()
    while still.hasUnsavedChanges { _ = await states.next(isolation: #isolation) }
    for document in [still, other] { try await document.close() }
  }

  @Test("A new object with unique values of another one becomes it in the turn that made it")
  func uniqueness() async throws {
    let document = try document()
    try await document.open()
    let container = try PersistentContainer(
      store: InMemoryStore(model: Shelf.model()), mergePolicy: .objectTrumps)
    for (context, wanted) in [
      (document.context, ["Emma 3"]), (container.viewContext, ["Emma 1", "Emma 2", "Emma 3"]),
    ] {
      for number in 1...3 {
        let book = try context.insert(Book.self)
        (book.isbn, book.title) = ("1", "Emma \(number)")
        // A fetch in between must not hide the new object from observers.
        if number > 1 { _ = try context.fetch(FetchRequest<Book>()) }
        await endOfTurn()
      }
      #expect(context.hasChanges)
      #expect(try context.fetch(FetchRequest<Book>()).map(\.title) == wanted)
    }
    try await document.close()
  }

  @Test("What is no document is refused in a sentence, and left as it is", arguments: Stranger.allCases)
  func refusals(stranger: Stranger) async throws {
    try stranger.make(at: url)
    let before = try listing()
    let document = try document()
    let error = await #expect(throws: DocumentError.self) {
      try await document.open(creating: stranger != .nothing)
    }
    #expect(error?.kind == stranger.kind)
    #expect(error?.description.contains(stranger.words) == true, "\(String(describing: error))")
    #expect((error?.cause is StoreError) == (stranger == .otherFile))
    #expect(try listing() == before)
    guard case .closed = document.state else {
      Issue.record("\(document.state)")
      return
    }
  }

  @Test("A save that fails loses nothing, and is tried again")
  func retry() async throws {
    let document = try document()
    try await document.open()
    document.autosaveInterval = .milliseconds(10)
    let portrait = try document.context.insert(Portrait.self)
    portrait.setValue(.null, forKey: "title")
    var states = document.states.makeAsyncIterator()
    var error: (any Error)?
    while error == nil, let state = await states.next() { error = state.error }
    #expect(error is ValidationError)
    #expect(document.hasUnsavedChanges && portrait.isInserted)
    await #expect(throws: ValidationError.self) { try await document.close() }
    #expect(document.isOpen && portrait.isInserted)
    portrait.title = "Jane"
    while document.hasUnsavedChanges, await states.next() != nil {}
    try await document.close()
  }

  @Test("A document that cannot be saved can be closed without saving")
  func discarding() async throws {
    let document = try document()
    try await document.open()
    try document.context.insert(Portrait.self).setValue(.null, forKey: "title")
    await #expect(throws: ValidationError.self) { try await document.save() }
    try await document.close(discardingChanges: true)
    try await document.open()
    #expect(try document.context.count(FetchRequest<Portrait>()) == 0)
    try await document.close()
  }

  @Test("Changes are discarded although a save of them has begun that fails")
  func discardingDuringSave() async throws {
    let model = try Shelf.model()
    let document = ManagedDocument(url: url) { FailingStore(try SQLiteStore(path: $0, model: model)) }
    document.autosaveInterval = nil
    try await document.open()
    let store = try #require(document.container.coordinator.store as? FailingStore)
    let gate = Gate()
    store.failOnce(behind: gate)
    try document.context.insert(Book.self).title = "Emma"
    var states = document.states.makeAsyncIterator()
    let saving = Task { try await document.save() }
    #expect(await states.words(2) == ["normal", "saving"])
    let closing = Task { try await document.close(discardingChanges: true) }
    #expect(await states.words(1) == ["closing"])
    gate.open()
    try await closing.value
    #expect(await states.words(1) == ["closed"])
    await #expect(throws: StoreError.self) { try await saving.value }
    try await document.open()
    #expect(try titles(document).isEmpty)
    try await document.close()
  }

  /// Returns an open document, and a book in it whose next change conflicts with one that another document has saved.
  private func documentInConflict() async throws -> (document: ManagedDocument, book: Book) {
    let (mine, theirs) = (try document(.error), try document(.error))
    try await mine.open()
    let book = try mine.context.insert(Book.self)
    book.title = "Emma"
    try await mine.save()
    try await theirs.open()
    try theirs.context.fetch(FetchRequest<Book>()).first?.title = "Emma, annotated"
    try await theirs.close()
    return (mine, book)
  }

  @Test("A change that another document saved meanwhile is a conflict, which refreshing resolves")
  func conflict() async throws {
    let (mine, book) = try await documentInConflict()
    book.title = "EMMA"
    await #expect(throws: ConflictError.self) { try await mine.save() }
    guard case .conflict(let error) = mine.state else {
      Issue.record("\(mine.state)")
      return
    }
    #expect(error is ConflictError)
    #expect(book.title == "EMMA" && mine.hasUnsavedChanges)
    mine.context.refresh(book, mergingChanges: false)
    #expect(book.title == "Emma, annotated")
    try await mine.save()
    guard case .normal = mine.state else {
      Issue.record("\(mine.state)")
      return
    }
    try await mine.close()
  }

  @Test("A save that fails is reported once")
  func failure() async throws {
    let (mine, book) = try await documentInConflict()
    var states = mine.states.makeAsyncIterator()
    book.title = "EMMA"
    await #expect(throws: ConflictError.self) { try await mine.save() }
    mine.context.refresh(book, mergingChanges: false)
    try await mine.save()
    #expect(await states.words(4) == ["normal", "saving", "conflict", "normal"])
    try await mine.close()
  }

  @Test("Everybody who opens or closes it at once waits for the same")
  func atOnce() async throws {
    let document = try document()
    async let first: Void = document.open()
    async let second: Void = document.open()
    _ = try await (first, second)
    try document.context.insert(Book.self).title = "Emma"
    async let third: Void = document.close()
    async let fourth: Void = document.close()
    _ = try await (third, fourth)
    try await document.open()
    #expect(try titles(document) == ["Emma"])
    try await document.close()
  }

  private func listing() throws -> [String] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.url.path).sorted()
    return try names.map { name in
      let data = FileManager.default.contents(atPath: folder.path(name))
      return try
        "\(name) \(data?.count ?? -1) \(FileManager.default.attributesOfItem(atPath: folder.path(name))[.type] ?? "")"
    }
  }

  /// Waits until the main actor has finished its current turn.
  private func endOfTurn() async {
    await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
  }
}

/// A file or folder that is not a document, at the URL of a document.
enum Stranger: CaseIterable, Sendable {
  case nothing, file, otherFolder, otherFile, noFolder

  func make(at url: URL) throws {
    let files = FileManager.default
    switch self {
    case .nothing: break
    case .file: try Data("text".utf8).write(to: url)
    case .otherFolder:
      try files.createDirectory(at: url, withIntermediateDirectories: true)
      try Data("text".utf8).write(to: url.appendingPathComponent("letter.txt"))
    case .otherFile:
      let content = url.appendingPathComponent("StoreContent")
      try files.createDirectory(at: content, withIntermediateDirectories: true)
      try Data("text".utf8).write(to: content.appendingPathComponent("persistentStore"))
    case .noFolder:
      // A file at the path of the content folder.
      try files.createDirectory(at: url, withIntermediateDirectories: true)
      try Data("text".utf8).write(to: url.appendingPathComponent("StoreContent"))
    }
  }

  var kind: DocumentError.Kind {
    switch self {
    case .nothing: .notFound
    case .file, .otherFolder, .otherFile: .notADocument
    case .noFolder: .cannotCreate
    }
  }

  var words: String {
    switch self {
    case .nothing: "There is no document at "
    case .file: "is not a document: it is a file, and a document is a folder"
    case .otherFolder: "is not a document: the folder has no StoreContent/persistentStore in it"
    case .otherFile: "is not a document: "
    case .noFolder: "cannot be made: "
    }
  }
}

extension AsyncStream<ManagedDocument.State>.Iterator {
  /// Returns the names of the next states.
  @MainActor
  mutating func words(_ count: Int) async -> [String] {
    var words: [String] = []
    while words.count < count, let state = await next(isolation: MainActor.shared) {
      words.append(String("\(state)".prefix { $0 != "(" }))
    }
    return words
  }
}
