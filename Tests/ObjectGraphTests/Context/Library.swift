import ObjectGraph
import SQLiteStore
import TestSupport

/// A store of authors and books in its own folder, with its contexts.
@MainActor
struct Library {
  let folder: TemporaryFolder
  let container: PersistentContainer
  var context: ManagedObjectContext { container.viewContext }

  init(books: DeleteRule = .nullify, policy: MergePolicy = .error, inMemory: Bool = false) throws {
    folder = try TemporaryFolder()
    let model = try Shelf.model(books: books)
    let store: any PersistentStore =
      inMemory
      ? InMemoryStore(model: model) : try SQLiteStore(path: folder.path("shelf.store"), model: model)
    container = try PersistentContainer(store: store, mergePolicy: policy)
    context.undoHistory = UndoHistory()
  }

  /// Returns the values in the file, read independently of the contexts.
  func stored<Object: ManagedObject>(_ type: Object.Type, _ name: String) async throws -> [PropertyValue] {
    await container.coordinator.drain()
    let model = container.coordinator.model
    let number = model.number(of: type)
    return try await container.coordinator.read { reader in
      let slot = model.entity(numbered: number)?.slot(of: name) ?? 0
      return try reader.fetch(StoreQuery(entity: number, order: [FetchOrder(name)])).map { $0.values[slot] }
    }
  }

  @discardableResult
  func book(_ title: String, isbn: String? = nil, by author: Author? = nil) throws -> Book {
    let book = try context.insert(Book.self)
    book.title = title
    book.isbn = isbn
    book.author = author
    return book
  }

  @discardableResult
  func author(_ name: String, key: String? = nil) throws -> Author {
    let author = try context.insert(Author.self)
    author.name = name
    author.key = key
    return author
  }
}

extension [PropertyValue] {
  var strings: [String] {
    map { value in if case .string(let text) = value { text } else { "\(value)" } }
  }
}
