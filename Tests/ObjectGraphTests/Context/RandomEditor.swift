import Foundation
import ObjectGraph
import TestSupport

/// A random editor of authors, books, and portraits of a context.
struct RandomEditor {
  var random: SeededGenerator
  /// The number of different keys for uniqueness constraints: with few, duplicates are frequent; with nil,
  /// there are none.
  var keys: Int?
  private var nextKey = 0

  init(seed: UInt64, keys: Int?) {
    random = SeededGenerator(seed: seed)
    self.keys = keys
  }

  /// Makes one random change of the objects that the context shows.
  mutating func edit(_ context: ManagedObjectContext) throws {
    let books = try context.fetch(FetchRequest<Book>())
    let authors = try context.fetch(FetchRequest<Author>())
    let portraits = try context.fetch(FetchRequest<Portrait>())
    switch Int.random(in: 0..<18, using: &random) {
    case 0, 1, 2:
      let book = try context.insert(Book.self)
      book.isbn = key()
      book.author = Bool.random(using: &random) ? one(of: authors) : nil
    case 3, 4:
      let author = try context.insert(Author.self)
      author.key = key()
      author.name = word()
    case 5: try context.insert(Portrait.self).sitter = one(of: authors)
    case 6: one(of: books)?.title = word()
    case 7: one(of: books)?.pages = Int.random(in: 0..<4, using: &random)
    case 8: one(of: books)?.author = Bool.random(using: &random) ? one(of: authors) : nil
    case 9: one(of: authors)?.portrait = Bool.random(using: &random) ? one(of: portraits) : nil
    case 10: if let book = one(of: books) { one(of: authors)?.books.insert(book) }
    case 11:
      guard let author = one(of: authors) else { return }
      if let book = one(of: author.books.sorted { $0.objectID < $1.objectID }) { author.books.remove(book) }
    case 12: one(of: authors)?.books.replace(with: books.shuffled(using: &random).prefix(3))
    case 13: if let book = one(of: books) { context.delete(book) }
    case 14: if let author = one(of: authors) { context.delete(author) }
    case 15: turn(books, \.isbn)
    case 16: turn(authors, \.key)
    default: one(of: books)?.note = Bool.random(using: &random) ? nil : word()
    }
  }

  /// Rotates the unique values of two to six objects.
  private mutating func turn<Object>(_ objects: [Object], _ path: ReferenceWritableKeyPath<Object, String?>) {
    let cycle = objects.shuffled(using: &random).prefix(Int.random(in: 2...6, using: &random))
    let values = cycle.map { $0[keyPath: path] }
    for (object, value) in zip(cycle, values.dropFirst() + values.prefix(1)) { object[keyPath: path] = value }
  }

  private mutating func one<Object>(of objects: [Object]) -> Object? { objects.randomElement(using: &random) }

  private mutating func word() -> String { "word \(Int.random(in: 0..<5, using: &random))" }

  private mutating func key() -> String? {
    nextKey += 1
    return keys.map { "key \(Int.random(in: 0..<$0, using: &random))" } ?? "key \(nextKey)"
  }
}
