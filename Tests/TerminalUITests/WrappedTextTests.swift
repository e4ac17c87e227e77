import Terminal
import TestSupport
import Testing

import TerminalUI

@MainActor @Suite("Text broken into lines")
struct WrappedTextTests {
  @Test(
    "Lines are broken between words where that is possible, else within them",
    arguments: [
      ("", 10, []), ("  \n ", 10, []), ("one", 10, ["one"]), ("one two three", 7, ["one two", "three"]),
      ("one\n\ttwo  three", 9, ["one two", "three"]), ("abcdefgh", 3, ["abc", "def", "gh"]),
      ("a abcdefgh b", 4, ["a", "abcd", "efgh", "b"]), ("写真写真写", 4, ["写真", "写真", "写"]),
      ("写真", 3, ["写", "真"]),
    ] as [(String, Int, [String])])
  func lines(text: String, width: Int, lines: [String]) {
    #expect(WrappedText.lines(of: text, width: width) == lines)
  }

  @Test(
    "The last of a limited number of lines has all that is left",
    arguments: [
      (0, []), (1, ["one two three"]), (2, ["one", "two three"]), (3, ["one", "two", "three"]),
      (9, ["one", "two", "three"]),
    ]
      as [(Int, [String])])
  func limit(limit: Int, lines: [String]) {
    #expect(WrappedText.lines(of: "one two three", width: 5, limit: limit) == lines)
  }

  @Test("No line is wider than its room, and nothing is lost before the last line", arguments: [2, 3, 7, 40])
  func width(width: Int) {
    let text = "A 写真 of e\u{301}\u{302}lan 👩🏽‍🚀 x\u{202E}y " + String(repeating: "longword", count: 30) + " end"
    let lines = WrappedText.lines(of: text, width: width)
    #expect(lines.allSatisfy { SafeText.width(of: $0) <= width })
    #expect(lines.joined().filter { $0 != " " } == text.filter { $0 != " " })
  }

  @Test(
    "A text of a million characters is cut after its lines, at once",
    arguments: ["x", "写", "x ", "e\u{301}", "\u{301}", "\u{202E}"])
  func long(piece: String) {
    let text = String(repeating: piece, count: 1_000_000)
    let start = ThreadWork.seconds
    let lines = WrappedText.lines(of: text, width: 30)
    #expect(ThreadWork.seconds - start < 20)
    #expect(lines.count <= 200)
  }

  @Test("A long word at the last line is cut there, and is no line that is too wide", arguments: 198...201)
  func last(count: Int) {
    let text = String(repeating: "word ", count: count) + String(repeating: "x", count: 100)
    let lines = WrappedText.lines(of: text, width: 4)
    #expect(lines.count == 200 && lines.allSatisfy { $0.count <= 4 })
  }

  @Test(
    "A text of ASCII is broken the same with blanks as with other white space",
    arguments: Seeds.range(quick: 4, long: 200))
  func plain(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let visible = (UInt8(0x21)..<0x7F).map { Character(Unicode.Scalar($0)) }
    var (most, broken) = (0, 0)
    for _ in 0..<400 {
      let longest = [3, 12, 90].randomElement(using: &generator) ?? 3
      let words = (0..<Int.random(in: 0...250, using: &generator)).map { _ in
        String(
          (0..<Int.random(in: 0...longest, using: &generator)).map { _ in
            visible.randomElement(using: &generator) ?? "x"
          })
      }
      let width = Int.random(in: 0...45, using: &generator)
      let lines = WrappedText.lines(of: words.joined(separator: " "), width: width)
      // A line break is white space and not plain: each word and each width is looked at.
      #expect(
        lines == WrappedText.lines(of: words.joined(separator: "\n"), width: width), "\(words), \(width)")
      most = max(most, lines.count)
      broken += words.count { $0.count > width && width > 0 }
    }
    #expect(most == 200 && broken > 0)
  }
}
