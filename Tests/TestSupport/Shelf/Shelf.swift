public import Foundation
public import ObjectGraph

/// An author of books; two authors never share a key.
public final class Author: ManagedObject {
  /// What tells authors apart.
  @Attribute("key") public var key: String?
  /// The name.
  @Attribute("name") public var name: String
  /// The date of birth.
  @Attribute("born") public var born: Date?
  /// The books.
  @ToMany("books") public var books: ObjectSet<Book>
  /// The picture.
  @ToOne("portrait") public var portrait: Portrait?
}

/// A book by one author; two books never share an ISBN.
public final class Book: ManagedObject {
  /// What tells books apart.
  @Attribute("isbn") public var isbn: String?
  /// The title.
  @Attribute("title") public var title: String
  /// How many pages.
  @Attribute("pages") public var pages: Int
  /// What somebody wrote in it.
  @Attribute("note") public var note: String?
  /// Who wrote it.
  @ToOne("author") public var author: Author?

  /// Called when a book is deleted, for tests of the hook.
  nonisolated(unsafe) public static var willDelete: ((Book) -> Void)?  // set and used by one test alone

  public override func prepareForDeletion() { Self.willDelete?(self) }
}

/// A picture of one author.
public final class Portrait: ManagedObject {
  /// The title.
  @Attribute("title") public var title: String
  /// Whom it shows.
  @ToOne("sitter") public var sitter: Author?
}

/// The model of authors, books and portraits that tests use.
public enum Shelf {
  /// Makes the model; `books` is the rule for the books of an author that is deleted.
  public static func model(books rule: DeleteRule = .nullify) throws -> ObjectModel {
    try ObjectModel([
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
