import Testing

@testable import Terminal

@Suite("A canvas")
struct CanvasTests {
  private let grid = CellGrid(size: Size(width: 10, height: 4))

  @Test("draws in its own coordinates and never outside its window")
  func clipping() {
    let window = grid.canvas.window(Rect(x: 3, y: 1, width: 4, height: 2))
    window.draw("abcdefgh", at: Point(x: 0, y: 0))
    window.draw("xyz", at: Point(x: -1, y: 1))
    window.draw("no", at: Point(x: 0, y: 2))
    window.draw("no", at: Point(x: 0, y: -1))
    window.fill(Rect(x: 3, y: 1, width: 100, height: 100), with: "#")
    #expect(grid.rows == ["", "   abc…", "   yz #", ""])
  }

  @Test("keeps a window of a window inside both")
  func nested() {
    let inner = grid.canvas.window(Rect(x: 2, y: 0, width: 4, height: 2))
      .window(Rect(x: 2, y: 1, width: 9, height: 9))
    inner.fill(with: "o")
    #expect(grid.rows == ["", "    oo", "", ""])
  }

  @Test("never leaves half of a wide character")
  func wideCharacters() {
    let canvas = grid.canvas
    canvas.draw("山田太郎", at: .zero)
    canvas.draw("x", at: Point(x: 1, y: 0))
    canvas.draw("y", at: Point(x: 4, y: 0))
    #expect(grid.rows[0] == " x田y 郎")
    canvas.window(Rect(x: 0, y: 1, width: 3, height: 1)).draw("山田", at: .zero, ellipsis: false)
    canvas.window(Rect(x: 0, y: 2, width: 3, height: 1)).draw("山田", at: Point(x: -1, y: 0))
    #expect(grid.rows[1] == "山")
    #expect(grid.rows[2] == " 田")
    let halves = (0..<10).filter { grid[Point(x: $0, y: 2)]?.isRightHalf == true }
    #expect(halves == [2])
  }

  @Test("draws any text as its clusters say, also where plain characters are drawn in one go")
  func runs() {
    let seed = UInt64.random(in: .min ... .max)
    var random = SplitMix(state: seed)
    let parts = [
      "a", "b", " ", "c", "~", "é", "e\u{301}", "山", "\n", "\t", "👨‍👩‍👧", "\u{300}", "ß", "\u{7f}", "🇩🇪",
    ]
    for _ in 0..<3_000 {
      let plain = Int.random(in: 0..<14, using: &random)
      let text =
        String(repeating: "x", count: plain)
        + (0..<Int.random(in: 0..<8, using: &random)).map { _ in
          parts[Int.random(in: 0..<parts.count, using: &random)]
        }
        .joined() + String(repeating: "y", count: Int.random(in: 0..<4, using: &random))
      let width = Int.random(in: 0..<14, using: &random)
      let ellipsis = Bool.random(using: &random)
      let (drawn, expected) = (
        CellGrid(size: Size(width: 16, height: 1)), CellGrid(size: Size(width: 16, height: 1))
      )
      for grid in [drawn, expected] { grid.canvas.draw("山田太郎山田太郎", at: .zero) }
      let x = Int.random(in: -3..<4, using: &random)
      let canvas = drawn.canvas.window(Rect(x: 1, y: 0, width: 14, height: 1))
      let used = canvas.draw(text, at: Point(x: x, y: 0), width: width, style: .bold, ellipsis: ellipsis)
      let row = SafeText.row(text[...], width: max(0, min(width, 14 - x)), ellipsis: ellipsis)
      var place = 1 + x
      for cluster in row.clusters {
        let columns = place..<place + cluster.width
        if columns.lowerBound >= 1, columns.upperBound <= 15 {
          expected.put(cluster, at: Point(x: place, y: 0), style: .bold)
        } else {
          for column in columns where (1..<15).contains(column) {
            expected.put(.init(text: " ", width: 1), at: Point(x: column, y: 0), style: .bold)
          }
        }
        place += cluster.width
      }
      #expect(used == row.width, "seed \(seed): \(text.debugDescription) in \(width)")
      #expect(drawn.hasSameRow(0, as: expected), "seed \(seed): \(text.debugDescription) in \(width) at \(x)")
      var columns = 0
      for cluster in SafeText.clusters(of: text) where columns < width { columns += cluster.width }
      #expect(
        SafeText.width(of: text, upTo: width) == min(columns, width), "seed \(seed): \(text.debugDescription)"
      )
    }
  }

  /// Texts, and their lines in 0, 1, 2 … columns up to the first that are enough, with and without an ellipsis.
  private static let cuts: [(String, [String], [String])] = [
    ("", [""], [""]),
    ("a", ["", "a"], ["", "a"]),
    ("abcd", ["", "…", "a…", "ab…", "abcd"], ["", "a", "ab", "abc", "abcd"]),
    ("a  d", ["", "…", "a…", "a …", "a  d"], ["", "a", "a", "a", "a  d"]),
    (
      "abe\u{301}d", ["", "…", "a…", "ab…", "abe\u{301}d"], ["", "a", "ab", "abe\u{301}", "abe\u{301}d"]
    ),
    (
      "ab山de", ["", "…", "a…", "ab…", "ab…", "ab山…", "ab山de"],
      ["", "a", "ab", "ab", "ab山", "ab山d", "ab山de"]
    ),
    ("山田", ["", "…", "…", "山…", "山田"], ["", "", "山", "山", "山田"]),
    ("ab\n\ncd", ["", "…", "a…", "ab…", "ab …", "ab cd"], ["", "a", "ab", "ab", "ab c", "ab cd"]),
    ("abcd\u{200B}", ["", "…", "a…", "ab…", "abcd"], ["", "a", "ab", "abc", "abcd"]),
  ]

  @Test("ends a text that is cut in an ellipsis, in any number of columns", arguments: cuts)
  func ellipsis(text: String, lines: [String], bare: [String]) {
    for (width, (line, bare)) in zip(lines, bare).enumerated() {
      for (ellipsis, expected) in [(true, line), (false, bare)] {
        grid.clear()
        grid.canvas.draw("zzzzzzzzzz", at: Point(x: 0, y: 1))
        let used = grid.canvas.draw(text, at: .zero, width: width, ellipsis: ellipsis)
        #expect(Array(grid.rows[0].unicodeScalars) == Array(expected.unicodeScalars), "\(width)")
        #expect(used <= width)
        grid.canvas.draw(text, at: Point(x: 10 - width, y: 1), ellipsis: ellipsis)
        let rest = String(repeating: "z", count: 10 - width) + expected
        #expect(grid.rows[1].hasPrefix(rest), "\(width): \(grid.rows[1])")
      }
    }
  }

  @Test("draws a text of one scalar like any other, also again and after others with the same last byte")
  func signs() {
    let texts = [
      "─", "─", "\u{2600}", "─", "Ā", "一", "一", "\u{200B}", "\n", "\t", "\u{300}", "\u{300}", "›", "a", ":",
      "\u{10EEEE}", "\u{1F1E9}", "\u{1B}", "", "👍", "…", "✓", "\u{903}",
    ]
    for text in texts + texts.reversed() {
      for (width, ellipsis) in [(0, true), (1, true), (2, true), (9, true), (1, false), (9, false)] {
        let expected = CellGrid(size: grid.size)
        for each in [grid, expected] { each.canvas.draw("山田太郎", at: .zero, style: .dim) }
        let used = grid.canvas.draw(
          text, at: Point(x: 1, y: 0), width: width, style: .bold, ellipsis: ellipsis)
        let row = SafeText.row(text[...], width: width, ellipsis: ellipsis)
        var x = 1
        for cluster in row.clusters {
          expected.put(cluster, at: Point(x: x, y: 0), style: .bold)
          x += cluster.width
        }
        #expect(used == row.width, "\(text.unicodeScalars) in \(width)")
        #expect(grid.hasSameRow(0, as: expected), "\(text.unicodeScalars) in \(width)")
        grid.clear()
      }
    }
  }

  @Test(
    "fills with a character of one column, and with no other",
    arguments: [
      ("#", "##########"), ("─", "──────────"), ("e\u{301}", String(repeating: "e\u{301}", count: 10)),
      ("山", "abc"), ("\u{200B}", "abc"), ("🇩🇪", "DDDDDDDDDD"),
    ] as [(Character, String)])
  func filling(character: Character, expected: String) {
    for _ in 0..<2 {
      grid.clear()
      grid.canvas.draw("abc", at: .zero)
      grid.canvas.fill(Rect(x: 0, y: 0, width: 10, height: 1), with: character)
      #expect(Array(grid.rows[0].unicodeScalars) == Array(expected.unicodeScalars))
    }
  }

  @Test("puts text before a column, in the middle, and says how wide it was")
  func placement() {
    let canvas = grid.canvas
    #expect(canvas.draw("12/340", endingAt: 10, y: 0) == 6)
    #expect(canvas.draw("a long text", endingAt: 10, y: 1, width: 4) == 4)
    canvas.draw("mid", centeredAt: 2)
    #expect(grid.rows == ["    12/340", "      a l…", "   mid", ""])
  }

  @Test(
    "draws a border even where there is hardly room", arguments: [(10, 4), (2, 2), (1, 1), (0, 0), (5, 1)])
  func border(width: Int, height: Int) {
    let grid = CellGrid(size: Size(width: width, height: height))
    grid.canvas.drawBorder()
    if (width, height) == (10, 4) {
      #expect(grid.rows == ["╭────────╮", "│        │", "│        │", "╰────────╯"])
    }
    if (width, height) == (2, 2) { #expect(grid.rows == ["╭╮", "╰╯"]) }
  }

  @Test("shows the cursor only inside its window")
  func cursor() {
    let window = grid.canvas.window(Rect(x: 3, y: 1, width: 2, height: 1))
    window.showCursor(at: Point(x: 2, y: 0))
    #expect(grid.cursor == nil)
    window.showCursor(at: Point(x: 1, y: 0))
    #expect(grid.cursor == Point(x: 4, y: 1))
  }

  @Test("changes styles without changing characters")
  func restyle() {
    grid.canvas.draw("ab", at: .zero, style: .bold)
    grid.canvas.restyle(Rect(x: 1, y: 0, width: 9, height: 1)) { $0.with(.reverse) }
    #expect(grid.rows[0] == "ab")
    #expect(grid[.zero]?.style == .bold)
    #expect(grid[Point(x: 1, y: 0)]?.style == Style([.bold, .reverse]))
  }

  @Test("survives any drawing at all, with every wide character whole")
  func random() {
    let seed = UInt64.random(in: .min ... .max)
    var random = SplitMix(state: seed)
    let texts = ["山田太郎", "abc", "👩‍👩‍👧‍👦x", "e\u{301}e\u{301}", "a山b田"]
    for _ in 0..<3_000 {
      let window = grid.canvas.window(rect(&random)).window(rect(&random))
      let point = Point(x: .random(in: -4..<12, using: &random), y: .random(in: -2..<6, using: &random))
      window.draw(texts[.random(in: 0..<texts.count, using: &random)], at: point)
      if Bool.random(using: &random) { window.fill(rect(&random), with: "·") }
      for y in 0..<4 {
        let row = (0..<10).compactMap { grid[Point(x: $0, y: y)] }
        let width = row.reduce(0) { $0 + SafeText.width(of: $1.text) }
        #expect(width == 10, "seed \(seed)")
      }
    }
  }

  private func rect(_ random: inout SplitMix) -> Rect {
    Rect(
      x: .random(in: -3..<12, using: &random), y: .random(in: -3..<6, using: &random),
      width: .random(in: 0..<14, using: &random), height: .random(in: 0..<8, using: &random))
  }
}
