import FetchedResults
import Foundation
import ObjectGraph
import SQLiteStore
import TestSupport

/// One of two programs that edit a store, and show it in lists that must equal the store in the end.
///
/// Its arguments: the folder of the store, its own name and that of the other one, a seed, the number of edits, and
/// whether the store keeps a history. It prints the failures and differences, and returns 1 if there are any.
@main
@MainActor
struct StoreEditor {
  let folder: String
  let name: String
  let container: PersistentContainer
  /// All books by title, and the long ones by their length.
  let lists: [FetchedResultsController<Book>]
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst().map(\.self)
    guard arguments.count == 6, let seed = UInt64(arguments[3]), let edits = Int(arguments[4]) else {
      print("storeeditor FOLDER NAME OTHER SEED EDITS history|versions")
      exit(64)
    }
    let editor = try await StoreEditor(
      folder: arguments[0], name: arguments[1], keepsHistory: arguments[5] == "history")
    let failures = try await editor.edit(edits, seed: seed)
    try await editor.waitForEnd(of: arguments[2])
    let differences = failures + (try await editor.differences())
    for difference in differences { print(difference) }
    exit(differences.isEmpty ? 0 : 1)
  }

  init(folder: String, name: String, keepsHistory: Bool) async throws {
    (self.folder, self.name) = (folder, name)
    container = try PersistentContainer(
      store: SQLiteStore(
        path: folder + "/shared.store", model: Shelf.model(),
        options: StoreOptions(keepsHistory: keepsHistory)),
      mergePolicy: .objectTrumps, followsExternalChanges: true)
    let requests = [
      FetchRequest<Book>(order: [FetchOrder("title")]),
      try FetchRequest<Book>(
        where: FetchPredicate("pages > %@", 3), order: [FetchOrder("pages"), FetchOrder("title")]),
    ]
    let context = container.viewContext
    lists = try requests.map { try FetchedResultsController($0, context: context) }
    for list in lists { try await list.load() }
  }

  /// Commits random changes of all books, its own and those of the other program, and returns what failed.
  func edit(_ edits: Int, seed: UInt64) async throws -> [String] {
    var random = SeededGenerator(seed: seed)
    var failures: [String] = []
    var saves = 0
    let context = container.viewContext
    for number in 0..<edits {
      let books = try context.fetch(FetchRequest<Book>())
      switch Int.random(in: 0..<8, using: &random) {
      case 0: books.randomElement(using: &random)?.title = "\(name) \(number)"
      case 1: books.randomElement(using: &random)?.pages = Int.random(in: 0..<9, using: &random)
      case 2: books.randomElement(using: &random)?.author = try author(&random)
      case 3, 4: if let book = books.randomElement(using: &random) { context.delete(book) }
      case 5: try await lists.randomElement(using: &random)?.load()
      default:
        let book = try context.insert(Book.self)
        (book.isbn, book.title) = ("\(name) \(number)", "\(number % 20) \(name)")
        book.author = try author(&random)
      }
      let hasChanges = context.hasChanges
      do {
        try context.save()
        if hasChanges { saves += 1 }
      } catch {
        // A row that the other program deleted is the only thing that refuses a save.
        if !(error is ConflictError || error is ValidationError) { failures.append("\(number): \(error)") }
        context.rollback()
      }
      if Int.random(in: 0..<4, using: &random) == 0 { await Task.yield() }
      if Int.random(in: 0..<40, using: &random) == 0 {
        try await container.coordinator.mergeExternalChanges()
      }
      for list in lists { try list.checkInvariants() }
    }
    // A quarter of the edits inserts a book, which nothing refuses.
    if saves < edits / 8 { failures.append("only \(saves) of \(edits) edits were saved") }
    return failures
  }

  private func author(_ random: inout SeededGenerator) throws -> Author? {
    let authors = try container.viewContext.fetch(FetchRequest<Author>())
    if authors.count < 4 { return try container.viewContext.insert(Author.self) }
    return authors.randomElement(using: &random)
  }

  /// Ends the edits, and waits until the other program has ended its own.
  func waitForEnd(of other: String) async throws {
    await container.coordinator.drain()
    try Data().write(to: URL(fileURLWithPath: "\(folder)/\(name).ended"))
    while !FileManager.default.fileExists(atPath: "\(folder)/\(other).ended") {
      try await Task.sleep(for: .milliseconds(5))
    }
    try await container.coordinator.mergeExternalChanges()
  }

  /// Returns what differs between the lists, the objects, and the store.
  func differences() async throws -> [String] {
    let stored = try await container.makeBackgroundContext().perform { context in
      try context.fetch(FetchRequest<Book>()).map(Shown.init)
    }
    let context = container.viewContext
    var differences: [String] = []
    let byTitle = stored.sorted { ($0.title, $0.id) < ($1.title, $1.id) }
    let byPages = stored.filter { $0.pages > 3 }.sorted {
      ($0.pages, $0.title, $0.id) < ($1.pages, $1.title, $1.id)
    }
    for (list, rows) in zip(lists, [byTitle, byPages]) {
      let shown = (0..<list.count).map { Shown(list.object(at: $0)) }
      if shown != rows {
        differences.append("\(shown.count) rows, not \(rows.count): \(Set(shown).symmetricDifference(rows))")
      }
    }
    for author in try context.fetch(FetchRequest<Author>()) {
      let members = Set(stored.filter { $0.author == author.objectID }.map(\.id))
      let shown = Set(author.books.map(\.objectID))
      if shown != members { differences.append("\(author.objectID) has \(shown), not \(members)") }
    }
    return differences
  }

  /// The values of a book.
  private struct Shown: Hashable, Sendable {
    let id: ManagedObjectID
    let isbn: String?
    let title: String
    let pages: Int
    let author: ManagedObjectID?

    init(_ book: Book) {
      (id, isbn, title, pages) = (book.objectID, book.isbn, book.title, book.pages)
      author = book.author?.objectID
    }
  }
}
