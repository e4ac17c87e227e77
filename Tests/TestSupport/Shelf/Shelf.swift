public import Foundation
public import ObjectGraph

/// An author of books with a unique key.
public final class Author: ManagedObject {
  /// The unique key.
  @Attribute("key") public var key: String?
  /// The name.
  @Attribute("name") public var name: String
  /// The date of birth.
  @Attribute("born") public var born: Date?
  /// The books.
  @ToMany("books") public var books: ObjectSet<Book>
  /// The portrait.
  @ToOne("portrait") public var portrait: Portrait?
}

/// A book by one author with a unique ISBN.
public final class Book: ManagedObject {
  /// The unique ISBN.
  @Attribute("isbn") public var isbn: String?
  /// The title.
  @Attribute("title") public var title: String
  /// The number of pages.
  @Attribute("pages") public var pages: Int
  /// A note in the book.
  @Attribute("note") public var note: String?
  /// The author.
  @ToOne("author") public var author: Author?

  /// A closure that is called when a book is deleted, for tests of the hook.
  nonisolated(unsafe) public static var willDelete: ((Book) -> Void)?  // set and used by one test alone

  public override func prepareForDeletion() { Self.willDelete?(self) }
}

/// A portrait of one author.
public final class Portrait: ManagedObject {
  /// The title.
  @Attribute("title") public var title: String
  /// The author whom it shows.
  @ToOne("sitter") public var sitter: Author?
}

/// A model of authors, books, and portraits for tests.
public enum Shelf {
  /// Creates the model; `books` is the delete rule for the books of a deleted author.
  public static func model(books rule: DeleteRule = .nullify) throws -> ManagedObjectModel {
    try ManagedObjectModel([
      EntityDescription(
        Author.self,
        attributes: [
          .init("key", .string, isOptional: true), .init("name", .string, default: .string("")),
          .init("born", .date, isOptional: true),
        ],
        relationships: [
          .toMany("books", "Book", inverse: "author", deleteRule: rule),
          .toOne("portrait", "Portrait", inverse: "sitter", deleteRule: .cascade),
        ],
        unique: [["key"]]),
      EntityDescription(
        Book.self,
        attributes: [
          .init("isbn", .string, isOptional: true), .init("title", .string, default: .string("")),
          .init("pages", .integer64, default: .integer(0)), .init("note", .string, isOptional: true),
        ],
        relationships: [.toOne("author", "Author", inverse: "books")],
        unique: [["isbn"]], indexes: [["title"]]),
      EntityDescription(
        Portrait.self, attributes: [.init("title", .string, default: .string(""))],
        relationships: [.toOne("sitter", "Author", inverse: "portrait")]),
    ])
  }
}
