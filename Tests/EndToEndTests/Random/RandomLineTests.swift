import Foundation
import TestSupport
import Testing

@Suite("Random use line by line", .fewAtOnce)
struct RandomLineTests {
  private static let lines = [
    "j", "k", "l", "h", "open", "a", "all", "d", "2d", "delete", "u", "undo", "redo", "V", "A", "~",
    " ", "s",
    "sort views", "sort taken desc", "O", "v", "sheet", "#", "group day", "B", "B tag", "i", "?", "!", "/",
    "fog",
    "filter by:Ann", "f", "S", "r", "R", "1", "2", "3", "17", "0", "-4", "99999999999999999999", "", "  ",
    "Esc", "c", "cull", "pick", "reject", "compare", "mark red", "mark 4", "tag sea -one", "xmp",
    "Ctrl-R", "Enter", "[", "]", "save mine", "forget mine", "\"", "'", "é漢👩‍👩‍👧", "\u{1B}[31m", "\t", ":",
    ":!true %f",
    "photo.delete", "y", "Y", "o", "p", "+", "z", "t", "M", "n", "N", "g", "G", "{", "}", "w", "!echo",
    "sh true",
  ]

  @Test(
    "Whatever is typed, every line is taken, and nothing is left behind",
    arguments: Seeds.range(quick: 2, long: 100))
  func lines(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let home = try await Home(photos: threePhotographers)
    let lines = (0..<300).map { _ in Self.lines.randomElement(using: &random) ?? "" }
    let file = home.folder.path("input")
    try Data((lines + ["Esc", "Esc", "Esc", "quit"]).map { $0 + "\n" }.joined().utf8).write(
      to: URL(filePath: file))
    let run = try await home.shell(
      "timeout 60 \"$P\" --linear < \"$INPUT\"", environment: ["INPUT": file, "BROWSER": "true"])
    #expect(run.status == 0, "seed \(seed): \(run.errors)")
    #expect(!run.output.contains("\u{1B}") && run.errors.isEmpty, "seed \(seed): \(run.errors)")
    #expect(run.output.split(separator: "\n").count > 300, "seed \(seed): \(run.output)")
    try await home.run("check").expectSuccess()
  }
}
