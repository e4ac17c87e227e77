import TOMLKit
import PhotoLibrary
import TestSupport
import Testing

@testable import Drafts

@Suite("Drafts of photos")
struct PhotoDraftTests {
  private func entry(
    _ id: String, _ title: String = "Harbor", _ description: String = "", _ tags: [String] = [],
    notes: [String] = []
  ) -> PhotoDraft.Entry {
    .init(id: id, texts: PhotoTexts(title: title, description: description, tags: tags), notes: notes)
  }

  private var draft: PhotoDraft {
    PhotoDraft([
      entry("1", "Harbor", "At dusk", ["boat", "sea"], notes: ["Ann, 2024-05-01"]), entry("file:ab", "Heron"),
    ])
  }

  /// Returns the error in a text, and fails if there is none.
  private func problem(_ text: String) -> String {
    do {
      let changes = try draft.changes(in: text)
      return "no error, \(changes)"
    } catch {
      return "\(error)"
    }
  }

  @Test("A draft has a table for each photo, with comments that say which one it is")
  func form() {
    let text = draft.text
    #expect(
      text.contains(
        """
        # Ann, 2024-05-01
        [1]
        title = "Harbor"
        description = "At dusk"
        tags = ["boat", "sea"]

        ["file:ab"]
        title = "Heron"
        """))
    #expect(text.split(separator: "\n").prefix(2).allSatisfy { $0.hasPrefix("# ") })
  }

  @Test("An unchanged draft changes nothing")
  func unchanged() throws {
    #expect(try draft.changes(in: draft.text) == [])
  }

  @Test("A change says what differs, and only that")
  func changes() throws {
    let text = draft.text.replacing("\"Heron\"", with: "\"\"").replacing(
      "[\"boat\", \"sea\"]", with: "[\"sea\", \"gull\"]")
    var first = PhotoTextChange(id: "1")
    (first.addedTags, first.removedTags) = (["gull"], ["boat"])
    var second = PhotoTextChange(id: "file:ab")
    second.title = ""
    #expect(try draft.changes(in: text) == [first, second])
  }

  @Test("Tables and values that are gone change nothing")
  func gone() throws {
    #expect(try draft.changes(in: "") == [])
    #expect(try draft.changes(in: "[1]\ntags = [\"boat\", \"sea\"]\n") == [])
  }

  @Test("What is wrong is said with its line and the reason")
  func errors() {
    #expect(problem("[1]\ntitle = \"Harbor\n").hasPrefix("Line 2: this is not TOML: "))
    #expect(
      problem("[1]\ntitel = \"x\"\n")
        == "Line 2: “titel” is no value of a photo; there are title, description, tags.")
    #expect(problem("\n[9]\n").hasPrefix("Line 2: “9” is no photo of this draft"))
    #expect(problem("title = \"x\"\n[1]\n").hasPrefix("Line 1: “title” is no photo of this draft"))
    #expect(problem("[\"file:ab\"]\n\ntitle = 5\n").hasPrefix("Line 3: title must be text, as in title = "))
    #expect(problem("[1]\ntags = \"boat\"\n").hasPrefix("Line 2: tags must be a list of texts"))
    #expect(problem("[1]\ntags = [\"a\", 1]\n").hasPrefix("Line 2: tags must be a list of texts"))
    #expect(problem("[1]\n[1]\n").hasPrefix("Line 2: this is not TOML"))
    #expect(
      problem("[1]\ndescription = \"\"\"\n[Explored]\ntags = none\n\"\"\"\ntags = \"boat\"\n")
        .hasPrefix("Line 6: tags must be a list of texts"))
    #expect(problem("1 = \"x\"\n") == "Line 1: “1” must be a table, as in [1].")
  }

  @Test("Control characters and texts that are too long are refused, unless they were there before")
  func limits() throws {
    #expect(
      problem("[1]\ntitle = \"a\\u001Bb\"\n") == "Line 2: the title contains the control character U+001B.")
    #expect(problem("[1]\ntags = [\"a\\u007F\"]\n").hasPrefix("Line 2: a tag contains the control"))
    #expect(
      problem("[1]\ntitle = \"a\\u0000b\"\n").hasPrefix(
        "Line 2: this is not TOML: a text cannot contain the character U+0000"))
    #expect(
      problem("[1]\ntitle = \"a\0b\"\n").hasPrefix(
        "Line 2: this is not TOML: a text cannot contain the character U+0000"))
    #expect(
      problem("[1]\ntitle = \"\(String(repeating: "a", count: 10_001))\"\n")
        == "Line 2: the title has 10001 characters; it can have at most 10000.")
    #expect(try draft.changes(in: "[1]\ndescription = \"one\\n\\ttwo\"\n").first?.description == "one\n\ttwo")
    let received = PhotoDraft([entry("1", "a\u{1B}b", String(repeating: "long ", count: 30_000), ["a\u{7}"])])
    #expect(try received.changes(in: received.text) == [])
  }

  @Test("A received text with control characters, or of any length, can be corrected without removing them")
  func receivedLimits() throws {
    let long = String(repeating: "x", count: 300)
    let draft = PhotoDraft([entry("1", "Habor", "one\rtwo", ["a\u{7}", long])])
    let text = draft.text.replacing("Habor", with: "Harbor").replacing("two", with: "too")
      .replacing("\"a", with: "\"b").replacing(long, with: long.dropLast())
    let change = try #require(try draft.changes(in: text).first)
    #expect(change.title == "Harbor" && change.description == "one\rtoo")
    #expect(change.addedTags == ["b\u{7}", String(long.dropLast())])
    for (wrong, reason) in [
      (text.replacing("too", with: "too\\u0007"), "the description contains the control character U+0007"),
      (text.replacing("Harbor", with: "Har\\u000Dbor"), "the title contains the control character U+000D"),
      (
        text.replacing(String(long.dropLast()), with: long + "x"),
        "a tag has 301 characters; it can have at most 300"
      ),
    ] {
      let error = #expect(throws: PhotoDraftError.self) { try draft.changes(in: wrong) }
      #expect(error?.reason == reason)
    }
  }

  @Test("A draft says when there are more photos than it holds")
  func many() {
    let draft = PhotoDraft([entry("1")], of: 412)
    #expect(draft.text.contains("# These are the first 1 of 412 selected photos.\n"))
  }

  @Test(
    "Any text survives the round trip",
    arguments: [
      "say \"hi\" and 'bye'", "\"\"\"\"\"\"", "one\n\n\"\"\"\ntwo\"", "$(touch oops) `x` $HOME", "-rf /",
      "\\", "\\u0041\\",
      "שלום עולם", "a\u{202E}b\u{2066}c", "tab\tcr\rcrlf\r\nend", "é e\u{301} \r\u{301}", "👩‍👩‍👧 \u{FEFF}x",
      " blank at both ends ", "\n\nlines\n\n", "# no comment", "[1]\ntitle = \"x\"", "a\u{85}b\u{2028}c\u{1}",
      String(repeating: "ü", count: 10_000),
    ])
  func roundTrip(_ text: String) throws {
    let tag = text.filter { !$0.isWhitespace }
    let draft = PhotoDraft([
      entry("1", text, text, tag.isEmpty ? [] : [tag], notes: [text, "[1]\n"]), entry("2"),
    ])
    #expect(try draft.changes(in: draft.text) == [])
    let table = try TOMLDocument.parse(draft.text)["1"]?.table
    #expect(table?["title"]?.string.map { Array($0.utf8) } == Array(text.utf8))
    #expect(table?["description"]?.string.map { Array($0.utf8) } == Array(text.utf8))
  }

  @Test("Random texts survive the round trip")
  func randomRoundTrips() throws {
    let alphabet = Array(
      "ab \"\"\"'\\\n\r\t#[]={}$`-\u{0}\u{1B}\u{7F}\u{85}éש\u{301}\u{202E}\u{2028}\u{FEFF}👩🏽".unicodeScalars)
    for seed in Seeds.range(quick: 200, long: 5_000) {
      var random = SeededGenerator(seed: seed)
      func text() -> String {
        let count = Int.random(in: 0...12, using: &random)
        return String(
          String.UnicodeScalarView((0..<count).map { _ in alphabet.randomElement(using: &random) ?? "a" }))
      }
      let entries = (0..<3).map { number in
        entry(
          "\(number)", text(), text(), (0..<2).map { _ in text() }.filter { !$0.isEmpty }, notes: [text()])
      }
      let draft = PhotoDraft(entries)
      do {
        #expect(
          try draft.changes(in: draft.text) == [], "seed \(seed) \(draft.text.debugDescription) \(entries)")
      } catch {
        Issue.record("seed \(seed): \(error)\n\(draft.text)")
      }
    }
  }

  @Test("Damaged drafts are refused or read, and never trap")
  func damaged() {
    for seed in Seeds.range(quick: 200, long: 5_000) {
      var random = SeededGenerator(seed: seed)
      var bytes = Array(draft.text.utf8)
      for _ in 0..<Int.random(in: 1...4, using: &random) { Damage.apply(to: &bytes, using: &random) }
      guard let text = String(validating: bytes, as: UTF8.self) else { continue }
      do {
        let changes = try draft.changes(in: text)
        #expect(changes.allSatisfy { !$0.isEmpty && ["1", "file:ab"].contains($0.id) }, "seed \(seed)")
      } catch {
        #expect(!"\(error)".isEmpty, "seed \(seed)")
      }
    }
  }
}
