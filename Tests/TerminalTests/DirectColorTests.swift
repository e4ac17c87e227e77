import PictureBasics
import Testing

@testable import Terminal

@Suite("Direct colors")
struct DirectColorTests {
  @Test(
    "become the nearest of a palette",
    arguments: [
      (Color.rgb(255, 0, 0), 256, UInt8(196)), (.rgb(0, 0, 0), 256, 16), (.rgb(255, 255, 255), 256, 231),
      (.rgb(95, 135, 175), 256, 67), (.rgb(8, 8, 8), 256, 232), (.rgb(130, 130, 130), 256, 244),
      (.rgb(238, 238, 238), 256, 255), (.rgb(250, 10, 10), 16, 9), (.rgb(250, 10, 10), 8, 1),
      (.rgb(120, 120, 120), 16, 8),
      (.palette(77), 256, 77),
    ])
  func nearest(color: Color, count: Int, number: UInt8) {
    #expect(color.nearest(ofPalette: count) == .palette(number))
  }

  @Test("know their parts")
  func parts() throws {
    let parts = try #require(Color.rgb(1, 200, 255).parts)
    #expect(parts == (1, 200, 255))
    #expect(Color.palette(255).parts == nil && Color.standard.parts == nil)
  }

  private static func grid(_ cells: [(Int, Cell)]) -> CellGrid {
    let grid = CellGrid(size: Size(width: 30, height: 2))
    for (x, cell) in cells { grid.put(cell, at: Point(x: x, y: 1)) }
    return grid
  }

  private static func cell(_ text: String, _ red: UInt8, _ attributes: Style.Attributes = []) -> Cell {
    Cell(text, style: Style(foreground: .rgb(red, 0, 0), attributes))
  }

  private static func text(_ next: CellGrid, over shown: CellGrid?) -> String {
    let written = shown.map {
      WrittenCells(of: next, over: $0) { $0.style.isDirect ? .underDirectText : $0 }
    }
    let text = DirectText(isDirect: \.style.isDirect, character: \.text, style: { $0 })
    return String(decoding: text.bytes(for: next, over: shown, written: written ?? .all), as: UTF8.self)
      .replacing("\u{1b}[", with: "^")
  }

  @Test("are written in runs, saying each style once")
  func runs() {
    let cells = [
      (2, Self.cell("a", 1)), (3, Self.cell("b", 1)), (4, Self.cell("c", 2)),
      (9, Self.cell("d", 2, .reverse)),
    ]
    let expected = "^2;3H^0;38;2;1;0;0mab^38;2;2;0;0mc^2;10H^0;7;38;2;2;0;0md^m"
    #expect(Self.text(Self.grid(cells), over: nil) == expected)
  }

  @Test("are written only where they changed, or ncurses wrote")
  func changes() {
    let cells = (2..<25).map { ($0, Self.cell("a", UInt8($0))) }
    let shown = Self.grid(cells)
    #expect(Self.text(Self.grid(cells), over: shown) == "")
    var changed = cells
    changed[4].1 = Self.cell("x", 9)
    #expect(Self.text(Self.grid(changed), over: shown) == "^2;7H^0;38;2;9;0;0mx^m")
    // Something at either end: ncurses moves from one to the other, or writes on if that is not far.
    func framed(_ count: Int) -> CellGrid {
      let bars = [0, count + 3].map { ($0, Cell("|", style: .plain)) }
      return Self.grid(cells.prefix(count) + bars)
    }
    #expect(Self.text(framed(23), over: shown) == "")
    let few = Self.text(framed(6), over: Self.grid(Array(cells.prefix(6))))
    #expect(few.hasPrefix("^2;3H^0;38;2;2;0;0ma") && few.contains("38;2;7;0;0ma"))
  }

  @Test("of a cell are noticed by its grid, in their row")
  func noticed() {
    let grid = CellGrid(size: Size(width: 5, height: 3))
    #expect(grid.traits == CellTraits())
    grid.canvas.draw("x", at: .zero, style: Style(background: .rgb(1, 2, 3)))
    #expect(grid.traits.hasDirectColors && !grid.traits.hasExtendedColors)
    grid.canvas.draw("x", at: .zero, style: Style(foreground: .palette(16), background: .palette(17)))
    #expect(grid.traits.hasExtendedColors)
    #expect(grid.traits.highestPaletteNumber == 17)
    #expect(!grid.traits.hasDisputedWidths)
    grid.canvas.draw("❤", at: Point(x: 0, y: 2))
    #expect(grid.traits.hasDisputedWidths && grid.traits.hasDirectColors)
    #expect(grid.traits(ofRow: 1) == CellTraits())
    #expect(grid.traits(ofRow: 2).hasDisputedWidths && !grid.traits(ofRow: 2).hasDirectColors)
    grid.canvas.restyle(Rect(x: 3, y: 1, width: 1, height: 1)) { $0.with(foreground: .palette(200)) }
    #expect(grid.traits(ofRow: 1).highestPaletteNumber == 200)
    grid.clear(size: Size(width: 5, height: 4))
    #expect(grid.traits == CellTraits() && grid.traits(ofRow: 3) == CellTraits())
  }

  @Test("in the rows that have any are written as if all rows were looked at")
  func rows() {
    let isLeft = { (cell: Cell) in cell.style.isDirect }
    let text = DirectText(isDirect: isLeft, character: \.text, style: { $0 })
    let given = { (cell: Cell) in isLeft(cell) ? Cell.underDirectText : cell }
    func grid(_ first: String, _ second: String, _ red: UInt8) -> CellGrid {
      let grid = CellGrid(size: Size(width: 30, height: 4))
      grid.canvas.draw(first, at: Point(x: 3, y: 0))
      grid.canvas.draw(second, at: Point(x: 0, y: 2))
      for x in 5..<20 { grid.put(Self.cell(x % 4 == 0 ? " " : "▌", red), at: Point(x: x, y: 2)) }
      return grid
    }
    let shown = grid("before", "山 before", 1)
    for next in [grid("after it", "山 before", 1), grid("before", "x 山", 1), grid("a", "", 9)] {
      let all = WrittenCells(of: next, over: shown, asGiven: given)
      let some = WrittenCells(of: next, over: shown, rows: [2], asGiven: given)
      let expected = text.bytes(for: next, over: shown, written: all)
      #expect(text.bytes(for: next, rows: [2], over: shown, written: some) == expected)
      #expect(
        text.bytes(for: next, rows: [2], over: nil, written: .all)
          == text.bytes(for: next, over: nil, written: .all))
      #expect((0..<30).allSatisfy { all.contains(x: $0, y: 2) == some.contains(x: $0, y: 2) })
    }
  }
}

@Suite("A style")
struct ExtendedColorsTests {
  @Test("has extended colors if both are neither the default nor among the first 16 of the palette")
  func extended() {
    let basic = [Color.standard, .black, .palette(9), .palette(15)]
    let extended = [Color.palette(16), .palette(32), .palette(255), .rgb(0, 0, 0), .rgb(255, 255, 255)]
    for (index, one) in (basic + extended).enumerated() {
      for (second, other) in (basic + extended).enumerated() {
        let style = Style(foreground: one, background: other, [.bold, .picture])
        #expect(style.hasExtendedColors == (min(index, second) >= basic.count))
        #expect(style.isDirect == (max(index, second) >= 7))
      }
    }
  }
}

@Suite("A picture on a canvas")
struct CanvasPictureTests {
  @Test("made of cells is cut by its window and by what is drawn later, cell by cell")
  func cells() {
    let grid = CellGrid(size: Size(width: 6, height: 3))
    let cells = "abcdefghi".map { Cell(String($0), style: .plain) }
    let picture = Picture(id: "x", size: Size(width: 3, height: 3), content: .cells(cells))
    grid.canvas.draw("山", at: Point(x: 0, y: 1))
    grid.canvas.window(Rect(x: 1, y: 0, width: 5, height: 2)).draw(picture, at: Point(x: -1, y: 0))
    grid.canvas.draw("#", at: Point(x: 2, y: 0))
    #expect(grid.rows == [" b#", " ef", ""])
    grid.canvas.draw(picture, at: Point(x: 4, y: -1))
    #expect(grid.rows == [" b# de", " ef gh", ""])
  }

  @Test("named in cells by a stranger is not shown")
  func strangers() {
    #expect(SafeText.fitted("a\u{10EEEE}\u{305}b") == "a\u{FFFD} \u{305}b")
  }

  @Test("that cells name is in the frame whatever covers it")
  func placeholders() {
    let grid = CellGrid(size: Size(width: 4, height: 1))
    let upload = Picture.Upload(
      imageID: 5, pixels: PixelSize(width: 1, height: 1), chunks: [], removal: [], ending: [])
    let cell = Cell("\u{10EEEE}\u{305}\u{305}", style: Style(foreground: .palette(5)))
    grid.canvas.draw(
      Picture(id: "x", size: Size(width: 1, height: 1), content: .placeholders([cell], upload)), at: .zero)
    #expect(grid[.zero] == cell)
    #expect(grid.picturesInCells.map(\.picture.id) == ["x"])
  }
}
