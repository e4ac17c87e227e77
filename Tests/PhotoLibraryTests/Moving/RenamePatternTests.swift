import Testing

@testable import PhotoLibrary

@Suite("Patterns of the names of files")
struct RenamePatternTests {
  private let values = RenamePattern.Values(
    formerName: "IMG_1", title: "Pier: at dusk / 2", id: "file:abc", camera: "Fujifilm X-T5",
    taken: "2024-05-17 18:03:11")

  @Test(
    "Fields stand for the values of a photo",
    arguments: [
      ("%Y-%m-%d-%n", "2024-05-17-07"), ("%H.%M.%S", "18.03.11"), ("%4n_%f", "0007_IMG_1"),
      ("%t", "Pier- at dusk - 2"), ("%c 100%%", "Fujifilm X-T5 100%"), ("%i", "file-abc"),
      (" sea %1n ", "sea 07"),
    ])
  func fields(pattern: String, name: String) throws {
    #expect(try RenamePattern(pattern).name(of: values, number: 7, of: 12) == name)
  }

  @Test(
    "A text that makes no names is refused",
    arguments: [
      ("", RenamePattern.Failure.empty), (" ", .empty), ("a/b", .path), (".a", .hidden),
      ("%x", .noField("%x")), ("a%", .noField("%")), ("%3t", .noField("%3t")), ("%12n", .noField("%12n")),
    ])
  func refused(pattern: String, failure: RenamePattern.Failure) {
    #expect(throws: failure) { try RenamePattern(pattern) }
  }

  @Test("A photo without what the pattern names has no name, and names are neither hidden nor too long")
  func bounds() throws {
    let values = RenamePattern.Values(formerName: "a", title: "..\u{202E}b\n", id: "7")
    #expect(throws: MoveObstacle.unknown(title: values.title, what: "date taken")) {
      try RenamePattern("%Y").name(of: values, number: 1, of: 1)
    }
    #expect(throws: MoveObstacle.unknown(title: values.title, what: "camera")) {
      try RenamePattern("%c").name(of: values, number: 1, of: 1)
    }
    #expect(try RenamePattern("%t").name(of: values, number: 1, of: 1) == "-b-")
    let year = RenamePattern.Values(formerName: "a", title: "b", id: "7", taken: "2024")
    #expect(throws: MoveObstacle.unknown(title: "b", what: "date taken")) {
      try RenamePattern("%m").name(of: year, number: 1, of: 1)
    }
    #expect(try RenamePattern("%Y").name(of: year, number: 1, of: 1) == "2024")
    let long = RenamePattern.Values(formerName: "a", title: String(repeating: "é", count: 300), id: "7")
    #expect(try RenamePattern("%t").name(of: long, number: 1, of: 1).utf8.count == 200)
    let none = RenamePattern.Values(formerName: "a", title: "...", id: "7")
    #expect(throws: MoveObstacle.noName(title: "...")) {
      try RenamePattern("%t").name(of: none, number: 1, of: 1)
    }
  }
}
