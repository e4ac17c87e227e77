import TOMLKit
import TestSupport
import Testing

@testable import Drafts

@Suite("Reading TOML")
struct TOMLDocumentTests {
  /// Returns the line of the error in a text; `nil` if there is none.
  private func errorLine(_ text: String) -> Int? {
    do {
      _ = try TOMLDocument.parse(text)
      return nil
    } catch {
      return error.line
    }
  }

  @Test(
    "A header that begins with no key, and a brace in an array, are errors, which end no program",
    arguments: ["[!a]", "[[ “a”]]", "\t[ $", "[\n", "[[ \r\n", "b = [}", "b = {c = [1, }]}"])
  func brackets(_ line: String) {
    #expect(errorLine("a = 1\n" + line) == 2)
  }

  @Test("What only looks like a header in a string, an array or a comment is none")
  func lookalikes() throws {
    let text = #"""
      a = """
      [!x]
      \"""
      [!y]"""""
      b = '''
      [!z]
      \'''
      c = [
      [1, 2], # [
      ["]"]]
      d = "[" # "
        [t."!"] # [
      e = '\'
      f = { g = "}" }
      [[u]]
      """#
    #expect(try TOMLDocument.parse(text).keys.sorted() == ["a", "b", "c", "d", "t", "u"])
    #expect(errorLine(text + "\n[!]") == 16)
  }

  @Test("U+0000 is an error with its line, and an escaped backslash before u0000 is none")
  func null() {
    #expect(errorLine("a = 1\nb = \"\\u0000\"") == 2)
    #expect(errorLine("a = 1\nb = \"\0\"") == 2)
    #expect(errorLine("a = 1\nb = \"\\\\u0000\"") == nil)
    #expect(errorLine("# \0") == 1)
    #expect(errorLine("a = \"\"\"\n\\\n\\U00000000\"\"\"") == 3)
    #expect(errorLine("[a]\n[\"\\u0000\"]") == 2)
  }

  @Test("What only looks like an escape sequence for U+0000, in a comment or a literal string, is none")
  func literalNull() throws {
    let text = #"""
      # Received: "\\u0000 \u0000"
      ["a#"] # \u0000
      b = '\u0000'
      c = '''
      \u0000
      '''
      d = "'" # \u0000'
      """#
    let table = try TOMLDocument.parse(text)["a#"]?.table
    #expect(table?["b"]?.string == #"\u0000"# && table?["c"]?.string == #"\u0000"# + "\n")
    #expect(table?["d"]?.string == "'")
  }

  @Test("Random texts of the characters of TOML are read or refused, and end no program")
  func random() {
    let alphabet: [Character] = Array("a1[]{}=\"'.,#\n\n \\!u0é-")
    for seed in Seeds.range(quick: 10_000, long: 200_000) {
      var random = SeededGenerator(seed: seed)
      var text = ""
      for _ in 0..<Int.random(in: 1...16, using: &random) {
        text.append(alphabet.randomElement(using: &random) ?? "a")
      }
      #expect(errorLine(text) ?? 1 >= 1, "seed \(seed)")
    }
  }

  @Test("A text of Windows is changed line by line, and keeps its line ends")
  func windowsLines() {
    var text = TOMLText("# mine\r\n[sources]\r\nbirds = \"feed:birds\"\r\n\r\n[keys]\r\n")
    #expect(text.lineNumber(of: "birds", in: "sources") == 3 && text.lineNumber(ofTable: "keys") == 5)
    text.set("sea", to: "tag:sea", in: "sources")
    text.remove("birds", from: "sources")
    #expect(text.text == "# mine\r\n[sources]\r\nsea = \"tag:sea\"\r\n\r\n[keys]\r\n")
    #expect(errorLine("a = 1\r\nb = \"\\u0000\"\r\n") == 2)
  }

  @Test("Lines within a string of several lines are no headers and no keys, and go with their key")
  func linesInStrings() {
    var text = TOMLText("[a]\nb = \"\"\"\n[c]\nd = 1\n# e\n\"\"\"\nd = 2\n[c]\nf = '''\n[g]'''\n")
    #expect(text.lineNumber(of: "d", in: "a") == 7 && text.lineNumber(ofTable: "c") == 8)
    #expect(text.lineNumber(ofTable: "g") == nil && text.lineNumber(ofPath: ["c", "f"]) == 9)
    text.set("b", to: "x", in: "a")
    text.remove("f", from: "c")
    #expect(text.text == "[a]\nb = \"x\"\nd = 2\n[c]\n")
  }

  @Test("The line of a value is that of its path, in a header or a key, or that of what contains it")
  func linesOfPaths() {
    let text = TOMLText("a = 1\n[b]\nc.d.e = 2\n'f.g' = 3\n[b.h]\ni = [4]\n[[j]]\nk = 5\n")
    for (path, line) in [
      (["a"], 1), (["b"], 2), (["b", "c"], 3), (["b", "c", "d", "e"], 3), (["b", "f.g"], 4), (["b", "h"], 5),
      (["b", "h", "i", "Index 0"], 6), (["j", "Index 0", "k"], 7), (["b", "x"], 2),
    ] {
      #expect(text.lineNumber(ofPath: path) == line, "\(path)")
    }
    #expect(text.lineNumber(ofPath: ["x", "a"]) == nil && text.lineNumber(ofPath: []) == nil)
  }
}
