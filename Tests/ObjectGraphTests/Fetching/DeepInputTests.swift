import Foundation
import ObjectGraph
import SQLiteStore
import TestSupport
import Testing

/// Tests of input that is nested more deeply than any program needs.
@Suite("Deeply nested input")
struct DeepInputTests {
  private static var depth: Int { Seeds.areMany ? 100_000 : 10_000 }

  private static func nested(_ start: String, _ middle: String, _ end: String) -> String {
    String(repeating: start, count: depth) + middle + String(repeating: end, count: depth)
  }

  private static let formats: [(name: String, text: String)] = [
    ("parentheses", nested("(", "pages == 1", ")")), ("open parentheses", nested("(", "", "")),
    ("closing parentheses", nested("", "", ")")), ("enclosed values", nested("(", "1", ")") + " == pages"),
    ("NOT", nested("NOT ", "pages == 1", "")), ("!", nested("!", "pages == 1", "")),
    ("signs", nested("- ", "1", "") + " == pages"), ("lists", "pages IN " + nested("{", "1", "}")),
    ("sums", nested("1 + ", "1", "") + " == pages"), ("differences", nested("1 - ", "1", "") + " == pages"),
    ("products", nested("1 * ", "1", "") + " == pages"), ("powers", nested("1 ** ", "1", "") + " == pages"),
    ("functions", nested("lowercase(", "title", ")") + " == 'a'"),
    ("conditions", nested("TERNARY(pages == 1, ", "1", ", 2)") + " == 1"),
    ("subqueries", nested("SUBQUERY(books, $x, ", "$x.pages == 1", ").@count > 0")),
    ("indexes", "pages" + nested("[", "0", "]") + " == 1"), ("key paths", nested("a.", "b", "") + " == 1"),
    ("functions of two values", nested("modulus:by:(1, ", "1", ")") + " == 1"),
  ]

  @Test("A predicate is refused with a sentence", arguments: formats.map(\.name))
  func predicate(_ name: String) throws {
    let text = try #require(Self.formats.first { $0.name == name }?.text)
    let model = try Shelf.model()
    #expect(throws: (any Error).self) {
      let predicate = try FetchPredicate(text)
      let reader = InMemoryStore(model: model).makeReader()
      _ = try reader.fetch(StoreQuery(entity: model.number(of: Book.self), predicate: predicate))
    }
  }

  @Test("Many parts of a predicate beside each other are no nesting", arguments: [" AND ", " OR "])
  func flat(_ word: String) throws {
    let text = Array(repeating: "pages == 1", count: 1_000).joined(separator: word)
    let model = try Shelf.model()
    let predicate = try FetchPredicate(text)
    let reader = InMemoryStore(model: model).makeReader()
    #expect(try reader.fetch(StoreQuery(entity: model.number(of: Book.self), predicate: predicate)).isEmpty)
  }
}
