import Foundation
import ObjectGraph
import Testing

@Suite("Text in predicates and orders")
struct TextTests {
  @Test(
    "Texts that differ in case or accents only fold alike",
    arguments: [
      ("SEA", "sea"), ("Ångström", "angstrom"), ("É", "e\u{301}"), ("STRASSE", "Straße"), ("ẞ", "ss"),
      ("ΟΔΟΣ", "οδός"), ("İ", "i"), ("Ж", "ж"), ("\u{212A}", "k"), ("각", "\u{1100}\u{1161}\u{11A8}"),
      ("ệ", "E"), ("a\0É", "A\0e"), ("Ǆ", "ǆ"), ("ﬁ", "FI"), ("é日本", "E日本"),
    ])
  func alike(left: String, right: String) {
    let both: FetchPredicate.Options = [.caseInsensitive, .diacriticInsensitive]
    #expect(TextFolding.fold(left, both).utf8.elementsEqual(TextFolding.fold(right, both).utf8))
  }

  @Test(
    "Letters that are others stay others",
    arguments: [("か", "が"), ("o", "ø"), ("d", "ð"), ("日", "本"), ("क", "कि"), ("1", "１")])
  func different(left: String, right: String) {
    let both: FetchPredicate.Options = [.caseInsensitive, .diacriticInsensitive]
    #expect(TextFolding.fold(left, both) != TextFolding.fold(right, both))
  }

  @Test("Each option folds only what it names")
  func options() {
    #expect(TextFolding.fold("ÉA", .caseInsensitive) == "éa")
    #expect(TextFolding.fold("ÉA", .diacriticInsensitive) == "EA")
    #expect(TextFolding.fold("日É", .caseInsensitive) == "日é")
    #expect(TextFolding.fold("日É", .diacriticInsensitive) == "日E")
    #expect(TextFolding.fold("ÉA", []) == "ÉA")
  }

  @Test(
    "A pattern matches the whole text",
    arguments: [
      ("*", "", true), ("", "", true), ("", "a", false), ("?", "", false), ("?", "é", true),
      ("?", "e\u{301}", false),
      ("??", "e\u{301}", true), ("a*", "abc", true), ("*c", "abc", true), ("a*c*e", "abcde", true),
      ("a*c*f", "abcde", false), ("*é?*", "xéy", true), ("\\*", "*", true), ("\\*", "a", false),
      ("\\", "\\", true),
      ("a\\?b", "a?b", true), ("%", "abc", false), ("_", "a", false), ("**a**", "a", true),
      ("a\0*", "a\0b", true),
      ("*ab", "aab", true), ("*日?", "日日本", true),
    ])
  func pattern(pattern: String, text: String, expected: Bool) {
    #expect(TextPattern(pattern).matches(text) == expected)
  }

  static let sorted: [(FetchOrder.Comparison, [String])] = [
    (.binary, ["", "B", "a", "e\u{301}", "img 10", "img 9", "\u{E9}", "\u{FFFF}", "\u{10000}"]),
    (.insensitive, ["", "A", "b", "É", "f"]),
    (
      .natural,
      [
        "", "\0", "\u{1}", "\u{1}a", "img", "img 0", "img 00", "IMG 9", "img 009", "img 09", "img 9b",
        "img 10",
        "img 10 a", "img 100", "img 99999999999999999999", "img 100000000000000000000", "img a", "imga",
      ]
    ),
  ]

  @Test("Texts are in the order of their keys", arguments: sorted)
  func order(comparison: FetchOrder.Comparison, texts: [String]) {
    let order = [FetchOrder("x", comparison: comparison)]
    let keys = texts.map { [order[0].key(for: .string($0))] }
    for (first, second) in zip(keys.indices, keys.indices.dropFirst()) {
      let id = ManagedObjectID(entity: 1, key: Int64(-first))
      let next = ManagedObjectID(entity: 1, key: Int64(-second))
      #expect(order.precedes(keys[first], id, keys[second], next), "\(texts[first]) \(texts[second])")
    }
  }

  @Test("Nil comes first ascending and last descending, and equal rows are in the order of their IDs")
  func ties() {
    let (first, second) = (ManagedObjectID(entity: 1, key: 1), ManagedObjectID(entity: 1, key: 2))
    let (up, down) = ([FetchOrder("x")], [FetchOrder("x", ascending: false)])
    #expect(up.precedes([.null], second, [.integer(.min)], first))
    #expect(down.precedes([.integer(.min)], second, [.null], first))
    for order in [up, down] {
      #expect(order.precedes([.integer(1)], first, [.real(1)], second))
      #expect(!order.precedes([.real(1)], second, [.integer(1)], first))
      #expect(order.compare([.null], first, [.null], first) == .orderedSame)
    }
    #expect(up.precedes([.integer(9_007_199_254_740_992)], second, [.integer(9_007_199_254_740_993)], first))
    #expect(up.precedes([.real(0x1p53)], second, [.integer(9_007_199_254_740_993)], first))
  }
}
