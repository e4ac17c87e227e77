import TestSupport
import Testing

@testable import Terminal

@Suite("The cells that ncurses is given")
struct ChangedRunsTests {
  private static let size = Size(width: 20, height: 1)

  private static func runs(_ old: String, _ new: String) -> [Range<Int>] {
    let (shown, next) = (CellGrid(size: size), CellGrid(size: size))
    shown.canvas.draw(old, at: .zero)
    next.canvas.draw(new, at: .zero)
    return Painter.changedRuns(next.cells(inRow: 0), shown.cells(inRow: 0))
  }

  /// Rows before and now, and the columns that differ.
  private static let texts: [(String, String, [Range<Int>])] = [
    ("abc", "abc", []),
    ("abc", "axc", [1..<2]),
    ("abcdefghij", "xbcdefghix", [0..<1, 9..<10]),
    ("abcdefghij", "xbcdxfghij", [0..<5]),
    ("abcdefghij", "xbcdexghij", [0..<1, 5..<6]),
    ("", "12345678901234567890", [0..<20]),
    ("12345678901234567890", "1234567890123456789x", [19..<20]),
  ]

  @Test("are those that differ, together with few equal ones between them", arguments: texts)
  func differences(old: String, new: String, expected: [Range<Int>]) {
    #expect(Self.runs(old, new) == expected)
  }

  /// The same with characters of two columns.
  private static let wideTexts: [(String, String, [Range<Int>])] = [
    ("山田山", "山川山", [2..<4]),
    ("ab山cd", "abxycd", [2..<4]),
    ("abxycd", "ab山cd", [2..<4]),
    ("a山山山b", "山山山 b", [0..<7]),
    ("山", "x", [0..<2]),
    ("x", "山", [0..<2]),
    ("123456789012345678山", "123456789012345678xy", [18..<20]),
    ("1234567890123456789x", "123456789012345678山", [18..<20]),
  ]

  @Test("are whole wide characters, those before and those now", arguments: wideTexts)
  func wide(old: String, new: String, expected: [Range<Int>]) {
    #expect(Self.runs(old, new) == expected)
  }

  @Test("are all of a row if nothing is known to be shown")
  func unknown() {
    let grid = CellGrid(size: Self.size)
    #expect(Painter.changedRuns(grid.cells(inRow: 0), nil) == [0..<20])
  }

  @Test(
    "show what a repaint shows, at the edges of wide characters and in the last cell of the screen",
    arguments: [Way.all[0], .kitty, Way.all[5]])
  func edges(way: Way) async throws {
    let stroll = try way.stroll()
    try await stroll.waitForCapabilities(way.graphics)
    let row = String(repeating: "山田", count: 20)
    let frames = [
      ["text 0 3 \(row)", "text 98 29 山", "text 60 5 a 山 b 田 c", "picture 7 40 8 10 4"],
      ["text 1 3 \(row)", "text 99 29 x", "text 61 5 a 山 b 田 c", "picture 7 40 8 10 4", "text 50 9 山"],
      [
        "text 0 3 \(row)", "text 7 3 x", "text 21 3 yy", "text 98 29 川", "picture 7 41 8 10 4", "text 51 9 山",
      ],
      ["text 0 3 \(row)", "text 8 3 x", "select 20 3 3 1", "select 99 29 1 1", "text 98 29 ab"],
      ["select 11 3 4 1", "text 99 29 z", "text 0 28 \(String(repeating: "x", count: 100))"],
    ]
    var paints = 0
    for (index, lines) in frames.enumerated() {
      stroll.session.press(.paste((["frame \(index + 1)"] + lines).joined(separator: "\n")))
      let shown = try await stroll.session.wait(until: "frame \(index + 1)") {
        $0.contains(" frame \(index + 1) ")
      }
      paints += 1
      stroll.session.press(.ctrl("l"))
      let painted = try await stroll.session.wait(until: "paint \(paints)") {
        $0.contains(" paint \(paints) ")
      }
      for y in 0..<29 {
        #expect(Self.look(shown.rows[y]) == Self.look(painted.rows[y]), "row \(y) of frame \(index + 1)")
      }
      #expect(Self.look(shown.rows[29]).suffix(2) == Self.look(painted.rows[29]).suffix(2))
      #expect(shown.pictures == painted.pictures)
    }
    #expect(stroll.session.screen.rows[29].last?.text == "z")
    try await stroll.quit()
  }

  /// The cells of a row without the pictures over them, which have other numbers when they are sent again.
  private static func look(_ row: [TerminalModel.Cell]) -> [String] { row.map { "\($0.text) \($0.style)" } }
}
