import Foundation
import Testing

@testable import Browser

@MainActor @Suite("A call of another program")
struct ProgramCallTests {
  private func words(_ line: String) throws -> [String] {
    try ProgramCall(line).arguments(for: [], files: ["/a b", "/c"])
  }

  @Test("Blanks separate arguments, quotes keep them together, and a shell's characters mean nothing")
  func splitting() throws {
    #expect(try words("p a  b") == ["p", "a", "b"])
    #expect(try words("p 'a b' \"c 'd'\" e\"f\"g ''") == ["p", "a b", "c 'd'", "efg", ""])
    #expect(try words("p $(x) `y` ; | > * ~ \\n") == ["p", "$(x)", "`y`", ";", "|", ">", "*", "~", "\\n"])
    #expect(try words("p %f x%fy 100%%") == ["p", "/a b", "x/a by", "100%"])
    #expect(try words("p %s end") == ["p", "/a b", "/c", "end"])
  }

  @Test("A call says whether it needs files and whether the browser goes on")
  func kinds() throws {
    #expect(try ProgramCall("p %u").needsFiles == false)
    #expect(try ProgramCall("p %f").needsFiles && ProgramCall("p %s").needsFiles)
    #expect(try !ProgramCall("p %f").needsAllFiles && ProgramCall("p %f %s").needsAllFiles)
    #expect(try !ProgramCall(shell: "p %f").needsAllFiles && ProgramCall(shell: "p %s").needsAllFiles)
    #expect(try ProgramCall("p %i &").isDetached && !ProgramCall("p '&' x").isDetached)
  }

  @Test("A line that calls nothing is refused", arguments: ["", " ", "&", "p 'a", "p %", "p %z"])
  func refusing(line: String) { #expect(throws: CommandLineError.self) { try ProgramCall(line) } }

  @Test(
    "A line for a shell keeps its own words, and what stands for photos is one word each",
    arguments: [
      ("ls %f | wc", "ls '/a b' | wc"), ("cat %s > x && y", "cat '/a b' '/it'\\''s $(x)' > x && y"),
      ("echo '%%' \"$HOME\"", "echo '%' \"$HOME\""), ("echo %i &", "echo ''"),
    ])
  func shell(line: String, script: String) throws {
    let call = try ProgramCall(shell: line)
    let arguments = call.arguments(for: [], files: ["/a b", "/it's $(x)"])
    #expect(arguments.map { $0.trimmingCharacters(in: .whitespaces) } == ["/bin/sh", "-c", script])
    #expect(call.isDetached == (line.last == "&"))
    #expect(throws: CommandLineError.self) { try ProgramCall(shell: "echo %x") }
  }

  @Test("Rules open by kind, and are refused with an unknown kind or letter")
  func rules() throws {
    let rules = try OpenRules(["photo": "imv %s &"])
    #expect(rules.call(for: "photo") == (try ProgramCall("imv %s &")))
    #expect(rules.call(for: "video") == (try ProgramCall("xdg-open %u &")))
    #expect(rules.call(for: nil) == rules.call(for: "photo"))
    #expect(throws: OpenRules.SettingError.self) { try OpenRules(["music": "x"]) }
    #expect(throws: OpenRules.SettingError.self) { try OpenRules(["video": "mpv %x"]) }
  }

  @Test("A quote before an accent ends no word of a shell")
  func quoteBeforeAccent() throws {
    let arguments = try ProgramCall(shell: "ls %f").arguments(for: [], files: ["/a'\u{301}; touch b"])
    let script = "ls '/a'\\''\u{301}; touch b'"
    #expect(arguments.last.map { Array($0.utf8) } == Array(script.utf8))
  }
}
