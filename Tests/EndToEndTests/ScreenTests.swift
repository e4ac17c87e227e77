import TestSupport
import Testing

@Suite("The screen")
struct ScreenTests {
  func screen(_ output: String) -> TerminalModel.Screen {
    var model = TerminalModel(columns: 20, rows: 4)
    model.feed(output.replacing("^[", with: "\u{1B}"))
    return model.screen
  }

  @Test(
    "A text is found at its column, behind wide characters too",
    arguments: [
      ("one two", "two", 0, 4), ("x\r\n日本 two", "two", 1, 5), ("日本", "本", 0, 2),
      ("e\u{301}x", "x", 0, 1), ("aab", "ab", 0, 1),
    ])
  func find(output: String, text: String, row: Int, column: Int) {
    #expect(screen(output).find(text) == .init(row: row, column: column))
  }

  @Test("A text across two rows is not found, nor one that is not there")
  func absent() {
    let screen = screen("0123456789012345678end")
    #expect(screen.find("8end") == nil)
    #expect(!screen.contains("missing"))
    #expect(screen.contains("nd"))
  }

  @Test("The selection is what stands in reverse video, pane by pane")
  func selection() {
    let screen = screen("^[[7mleft  ^[[27m | ^[[7mright^[[m\r\nplain\r\n^[[7m日本^[[m")
    #expect(screen.selections == ["left", "right", "日本"])
    #expect(screen.selectedRows == [0, 2])
    #expect(screen.selectedLines == ["left   | right", "日本"])
    #expect(screen.runs(with: .reverse).map(\.columns) == [0..<6, 9..<14, 0..<4])
    #expect(screen.runs(with: .bold).isEmpty)
  }

  @Test("A screen describes itself in a frame with its size and cursor")
  func description() {
    var model = TerminalModel(columns: 4, rows: 2)
    model.feed("日\u{1B}[?25l")
    #expect(
      model.screen.description == """
        +----+
        |日  |
        |    |
        +----+
        4x2, cursor hidden at row 0, column 2
        """)
  }
}
