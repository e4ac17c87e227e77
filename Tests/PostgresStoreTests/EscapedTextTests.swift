#if PostgreSQL
  import Testing

  @testable import PostgresStore

  @Suite("Texts that PostgreSQL cannot hold")
  struct EscapedTextTests {
    private static let parts = ["", "\0", "\u{1}", "\u{2}", "a", "é"]
    /// All texts of up to three parts.
    private static let texts = parts.flatMap { first in
      parts.flatMap { second in parts.map { first + second + $0 } }
    }

    @Test("Each text comes back, and none has U+0000 in the database")
    func restored() {
      for text in Self.texts {
        let escaped = EscapedText.escape(text)
        #expect(!escaped.utf8.contains(0))
        #expect(Array(EscapedText.restore(escaped).utf8) == Array(text.utf8))
      }
    }

    @Test("Escaped texts are equal, ordered and prefixes of each other as the texts are")
    func comparisons() {
      for left in Self.texts {
        for right in Self.texts {
          let (escapedLeft, escapedRight) = (EscapedText.escape(left).utf8, EscapedText.escape(right).utf8)
          #expect(
            escapedLeft.lexicographicallyPrecedes(escapedRight)
              == left.utf8.lexicographicallyPrecedes(right.utf8))
          #expect(escapedLeft.starts(with: escapedRight) == left.utf8.starts(with: right.utf8))
        }
      }
    }

    @Test("A text of another program with U+0001 alone is read as it is")
    func others() {
      #expect(EscapedText.restore("a\u{1}b") == "a\u{1}b" && EscapedText.restore("\u{1}") == "\u{1}")
    }
  }
#endif
