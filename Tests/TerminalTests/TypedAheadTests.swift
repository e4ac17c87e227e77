import Testing

@testable import Terminal

@Suite("What is typed while a terminal is asked")
struct TypedAheadTests {
  @Test(
    "Answers are taken, what is typed before, between and after them is kept as it came",
    arguments: [
      ("", ""), ("ls\n", "ls\n"), ("\u{1b}[?62;4c", ""),
      ("a\u{1b}P>|kitty(0.38.1)\u{1b}\\b\u{1b}[?62;cc", "abc"),
      ("\u{1b}[A\u{1b}[6;20;10t\u{1b}OP", "\u{1b}[A\u{1b}OP"), ("ä\u{1b}]11;rgb:10/10/10\u{7}é", "äé"),
      ("\u{1b}[200~x\u{1b}[?2026;2$y", "\u{1b}[200~x"), ("\u{1b}_Gi=31;OK\u{1b}\\\u{1b}", "\u{1b}"),
      ("x\u{1b}[?62;4", "x"), ("x\u{1b}P>|kit", "x"), ("\u{4}\u{7f}", "\u{4}\u{7f}"),
      ("a\u{1b}[<0;3;4Mb\u{1b}[<0;3;4mc", "abc"),
    ])
  func typed(text: String, kept: String) {
    var bytes = TypedAhead()
    for byte in text.utf8 { _ = bytes.consume(byte) }
    #expect(bytes.typed == Array(kept.utf8))
  }

  @Test("An answer is given with its last byte")
  func answers() {
    var bytes = TypedAhead()
    let answers = "q\u{1b}[?62;4cq\u{1b}[6;20;10t".utf8.map { bytes.consume($0) }
    #expect(answers.compactMap(\.self) == [.attributes([62, 4]), .cellSize(width: 10, height: 20)])
    #expect(answers[8] == .attributes([62, 4]) && answers.last == .cellSize(width: 10, height: 20))
  }
}
