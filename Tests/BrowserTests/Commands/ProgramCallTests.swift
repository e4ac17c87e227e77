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
    #expect(try ProgramCall("p %i &").isDetached && !ProgramCall("p '&' x").isDetached)
  }

  @Test("A line that calls nothing is refused", arguments: ["", " ", "&", "p 'a", "p %", "p %z"])
  func refusing(line: String) { #expect(throws: CommandLineError.self) { try ProgramCall(line) } }
}
