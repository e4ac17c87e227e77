import Foundation
@testable import ObjectGraph
import TestSupport
import Testing

extension Book {
  /// A computed property, which is not in the model.
  fileprivate var shout: String { title.uppercased() }
  /// A computed property that returns an attribute.
  fileprivate var length: Int { pages }
}

@Suite("Predicates and sort descriptors of Foundation")
struct FoundationPredicateTests {
  private static func since() -> Date { Date(timeIntervalSinceReferenceDate: 1) }

  static func books() -> [(Predicate<Book>, String)] {
    let titles = ["a", "b"]
    let note: String? = "x"
    return [
      (#Predicate<Book> { $0.title == "x" }, "title == 'x'"),
      (
        #Predicate<Book> { $0.title != "x" && $0.pages > 3 || !($0.pages <= 2) },
        "title != 'x' AND pages > 3 OR NOT pages <= 2"
      ),
      (#Predicate<Book> { $0.note == nil }, "note == NIL"),
      (#Predicate<Book> { $0.note == note }, "note == 'x'"),
      (#Predicate<Book> { $0.title.contains("x") }, "title CONTAINS 'x'"),
      (#Predicate<Book> { $0.title.starts(with: "x") }, "title BEGINSWITH 'x'"),
      (#Predicate<Book> { $0.title.isEmpty }, "title == ''"),
      (#Predicate<Book> { titles.contains($0.title) }, "title IN {'a', 'b'}"),
      (#Predicate<Book> { ($0.note ?? "none") == "x" }, "TERNARY(note == NIL, 'none', note) == 'x'"),
      (#Predicate<Book> { $0.pages * 2 + 1 > 5 - $0.pages }, "pages * 2 + 1 > 5 - pages"),
      (#Predicate<Book> { $0.pages / 2 == $0.pages % 3 }, "pages / 2 == modulus(pages, 3)"),
      (#Predicate<Book> { -$0.pages < 0 }, "-(pages) < 0"), (#Predicate<Book> { $0.length > 1 }, "pages > 1"),
      (#Predicate<Book> { (1...3).contains($0.pages) }, "pages >= 1 AND pages <= 3"),
      (#Predicate<Book> { (1..<3).contains($0.pages) }, "pages >= 1 AND pages < 3"),
      (#Predicate<Book> { ($0.pages > 1 ? 2 : 3) == 2 }, "TERNARY(pages > 1, 2, 3) == 2"),
      (#Predicate<Book> { $0.author?.name == "x" }, "author.name == 'x'"),
      (#Predicate<Book> { $0.author == nil }, "author == NIL"),
      (
        #Predicate<Book> { $0.author?.books.contains { $0.pages > 3 } == true },
        "TERNARY(author == NIL, NIL, TERNARY(SUBQUERY(author.books, $member1, $member1.pages > 3).@count > 0, TRUE, FALSE)) == TRUE"
      ),
    ]
  }

  static func authors() -> [(Predicate<Author>, String)] {
    let since: Date? = since()
    return [
      (#Predicate<Author> { $0.books.count > 2 }, "count(books) > 2"),
      (#Predicate<Author> { $0.books.isEmpty }, "count(books) == 0"),
      (
        #Predicate<Author> { author in author.books.contains { $0.title == author.name } },
        "SUBQUERY(books, $member1, $member1.title == name).@count > 0"
      ),
      (
        #Predicate<Author> { $0.books.allSatisfy { $0.pages > 1 } },
        "SUBQUERY(books, $member1, NOT $member1.pages > 1).@count == 0"
      ),
      (
        #Predicate<Author> { $0.books.filter { $0.pages > 1 }.count == 2 },
        "SUBQUERY(books, $member1, $member1.pages > 1).@count == 2"
      ),
      (#Predicate<Author> { $0.born == since }, ""),
      (#Predicate<Author> { $0.portrait?.title == "x" }, "portrait.title == 'x'"),
    ]
  }

  @Test("A translation leaves no identity of a store behind")
  func identity() throws {
    let model = try Shelf.model()
    let probes = (try PropertyProbe(model: model), try PropertyProbe(model: model))
    #expect(probes.0.context.coordinator.identity == probes.1.context.coordinator.identity)
  }

  @Test("A predicate is translated to the one that a format gives")
  func translations() throws {
    let model = try Shelf.model()
    for (predicate, format) in Self.books() {
      let translated = try FetchPredicate(predicate, in: model)
      #expect(try translated == FetchPredicate(format), "\(format)")
      try translated.validate(for: model[model.number(of: Book.self)], in: model)
    }
    for (predicate, format) in Self.authors() {
      let translated = try FetchPredicate(predicate, in: model)
      #expect(
        try translated
          == (format.isEmpty ? FetchPredicate("born == %@", Self.since()) : FetchPredicate(format)))
    }
  }

  @Test("What no store can do is refused with a reason")
  func refusals() throws {
    let model = try Shelf.model()
    let refused: [Predicate<Book>] = [
      #Predicate<Book> { $0.shout == "X" }, #Predicate<Book> { $0.title.count > 3 },
    ]
    for predicate in refused {
      let error = #expect(throws: PredicateTranslationError.self) { try FetchPredicate(predicate, in: model) }
      #expect(error?.description.isEmpty == false)
    }
  }

  @Test("A sort descriptor is translated, through relationships too")
  func orders() throws {
    let model = try Shelf.model()
    #expect(try FetchOrder(SortDescriptor(\Book.title), in: model) == FetchOrder("title"))
    #expect(
      try FetchOrder(SortDescriptor(\Book.note, order: .reverse), in: model)
        == FetchOrder("note", ascending: false))
    #expect(
      try FetchOrder(SortDescriptor(\Book.title, comparator: .lexical), in: model) == FetchOrder("title"))
    #expect(try FetchOrder(SortDescriptor(\Book.author?.name), in: model) == FetchOrder("author.name"))
    #expect(throws: PredicateTranslationError.self) { try FetchOrder(SortDescriptor(\Book.shout), in: model) }
  }

  @MainActor
  @Test("A request of both finds what it says", arguments: [false, true])
  func request(inMemory: Bool) async throws {
    let library = try Library(inMemory: inMemory)
    let author = try library.author("Tove")
    for number in 0..<5 { try library.book("\(number)", by: number > 2 ? author : nil).pages = number }
    try library.context.save()
    let request = try FetchRequest<Book>(
      matching: #Predicate { $0.author?.name == "Tove" || $0.pages == 1 },
      sortedBy: [SortDescriptor(\.pages, order: .reverse)], limit: 2, in: library.context.model)
    #expect(try library.context.fetch(request).map(\.pages) == [4, 3])
  }
}
