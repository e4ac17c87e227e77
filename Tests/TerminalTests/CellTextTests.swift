import Testing

@testable import Terminal

@Suite("The text of a cell")
struct CellTextTests {
  /// A letter and marks of four bytes each, of the script Brahmi.
  private static let brahmi = "\u{11013}\u{11038}\u{11039}\u{1103A}\u{1103B}"

  @Test(
    "keeps up to five scalars of any length",
    arguments: [
      "", " ", "a", "~", "é", "山", "👍", "e\u{301}", "\u{1}\u{1}\u{1}\u{1}\u{1}", "a\u{300}\u{301}\u{302}",
      "a\u{300}\u{301}\u{302}\u{303}", "\u{10EEEE}\u{305}\u{1D242}\u{1D243}",
      "\u{11013}\u{11038}\u{11039}\u{1103A}\u{1103B}", "\u{10FFFF}",
      "\u{10FFFF}\u{10FFFF}\u{10FFFF}\u{10FFFF}\u{10FFFF}",
    ])
  func scalars(text: String) {
    let content = CellText(text)
    #expect(Array(content) == Array(text.unicodeScalars))
    #expect(Array(content.string.unicodeScalars) == Array(text.unicodeScalars))
    #expect(content.isEmpty == text.isEmpty)
    #expect(content == CellText(text))
    let cell = Cell(text, style: .bold)
    #expect(cell == Cell(text, style: .bold) && cell.hashValue == Cell(text, style: .bold).hashValue)
    #expect(cell.isRightHalf == text.isEmpty)
    #expect(Array(cell.text.unicodeScalars) == Array(text.unicodeScalars))
  }

  @Test("differs from any other, also where only the order, the number or the composition of scalars differs")
  func differences() {
    let texts = [
      "", "a", "b", "e", "\u{E9}", "e\u{301}", "e\u{301}\u{302}", "e\u{302}\u{301}",
      "e\u{301}\u{301}\u{301}\u{301}", "e\u{301}\u{301}\u{301}\u{302}", "e\u{301}\u{301}\u{302}\u{301}",
      "e\u{301}\u{301}\u{301}", "\u{C5}", "\u{212B}",
    ]
    for (place, text) in texts.enumerated() {
      for other in texts[..<place] {
        #expect(CellText(text) != CellText(other), "\(text.unicodeScalars) \(other.unicodeScalars)")
      }
    }
    #expect(Cell("a", style: .plain) != Cell("a", style: .bold))
  }

  @Test("has four marks of four bytes, and no fifth")
  func longMarks() {
    let grid = CellGrid(size: Size(width: 4, height: 1))
    grid.canvas.draw(Self.brahmi + "\u{1103C}x", at: .zero)
    #expect(grid[.zero].map { Array($0.text.unicodeScalars) } == Array(Self.brahmi.unicodeScalars))
    #expect(grid[.zero]?.reach == 6)
    #expect(grid[Point(x: 1, y: 0)] == Cell("x", style: .plain))
    #expect(grid[Point(x: 2, y: 0)] == .blank)
    #expect(SafeText.fitted(Self.brahmi + "\u{1103C}") == Self.brahmi)
  }

  @Test("is gone from a frame that is cleared, whatever size it had")
  func clearing() {
    let grid = CellGrid(size: Size(width: 6, height: 2))
    let sizes: [Size?] = [
      nil, Size(width: 6, height: 2), Size(width: 3, height: 4), Size(width: 7, height: 5), .zero,
    ]
    for size in sizes {
      grid.canvas.fill(with: "·", style: .reverse)
      grid.canvas.draw("山田" + Self.brahmi, at: .zero, style: .bold)
      grid.clear(size: size)
      if let size { #expect(grid.size == size) }
      #expect(grid.rows == Array(repeating: "", count: grid.size.height))
      for y in 0..<grid.size.height {
        #expect(
          grid.cells(inRow: y).allSatisfy { $0 == .blank } && grid.cells(inRow: y).count == grid.size.width)
      }
    }
  }

  @Test("is replaced in each column of a fill, with the halves of wide characters at its edges")
  func filling() {
    let grid = CellGrid(size: Size(width: 8, height: 1))
    grid.canvas.draw("山田太郎", at: .zero)
    grid.canvas.fill(Rect(x: 1, y: 0, width: 4, height: 1), with: "─", style: .bold)
    #expect(grid.rows == [" ──── 郎"])
    #expect((1..<5).allSatisfy { grid[Point(x: $0, y: 0)] == Cell("─", style: .bold) })
    grid.canvas.fill(Rect(x: 6, y: 0, width: 0, height: 1), with: "x")
    #expect(grid.rows == [" ──── 郎"])
  }
}
