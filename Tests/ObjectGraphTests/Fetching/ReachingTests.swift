import ObjectGraph
import Testing

@Suite("Predicates of related objects")
struct ReachingTests {
  @Test(
    "A predicate that is reached by a relationship has its paths behind that of the relationship",
    arguments: [
      ("title == 'x' AND NOT size > 3", "book.title == 'x' AND NOT book.size > 3"),
      (
        "author.name CONTAINS[cd] 'x' OR title IN {'a', 'b'}",
        "book.author.name CONTAINS[cd] 'x' OR book.title IN {'a', 'b'}"
      ),
      ("ANY chapters.title == 'x'", "ANY book.chapters.title == 'x'"),
      ("chapters.@count > 2", "book.chapters.@count > 2"),
      ("size + 1 > pages", "book.size + 1 > book.pages"),
      (
        "SUBQUERY(chapters, $c, $c.pages > 3 AND $c.title == title).@count > 1",
        "SUBQUERY(book.chapters, $c, $c.pages > 3 AND $c.title == book.title).@count > 1"
      ),
      ("TRUEPREDICATE", "TRUEPREDICATE"),
    ])
  func paths(predicate: String, expected: String) throws {
    #expect(try FetchPredicate(predicate).reached(by: "book") == FetchPredicate(expected))
  }

  @Test("The object itself becomes the destination of the relationship")
  func object() {
    let id = ManagedObjectID(entity: EntityNumber(1), key: 7, in: .unbound)
    let isObject = FetchPredicate.comparison(.init("SELF", .equal, .value(.reference(id))))
    let isBook = FetchPredicate.comparison(.init("shelf.book", .equal, .value(.reference(id))))
    #expect(isObject.reached(by: "shelf.book") == isBook)
  }
}
