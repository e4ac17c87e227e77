import ListChanges
import Terminal
import Testing

@testable import TerminalUI

@MainActor @Suite("A grid")
struct GridViewTests {
  /// A grid of 6 columns and 3 rows of tiles, if nothing else is said.
  private func grid(_ sections: [[Int]], width: Int = 80, height: Int = 24, step: Int = 0) -> (
    GridView, Sheet
  ) {
    let source = Sheet(sections)
    let grid = GridView(source: source, step: step)
    _ = show(grid, width, height)
    return (grid, source)
  }

  private func show(_ grid: GridView, _ width: Int = 80, _ height: Int = 24) -> [String] {
    screen(width, height) { grid.show(in: $0, isFocused: true) }
  }

  @Test("shows pictures, titles, places of pictures that are not there, and the cursor")
  func drawing() {
    let (grid, source) = grid([[1, 2], [3, 4]], width: 28, height: 15)
    source.tile = { row, size in
      switch row {
      case 1: GridTile(title: "Harbour at night", picture: letters("a", 12, 5))
      case 2: GridTile(title: "", picture: letters("b", 4, 3))
      case 3: GridTile(title: "夕焼けの港です", note: "gone", isMarked: true)
      default: GridTile(title: "four")
      }
    }
    #expect(
      show(grid, 28, 15) == [
        "╭────────────╮", "│aaaaaaaaaaaa│", "│aaaaaaaaaaaa│    bbbb", "│aaaaaaaaaaaa│    bbbb",
        "│aaaaaaaaaaaa│    bbbb", "│aaaaaaaaaaaa│", "│›Harbour at…│", "╰────────────╯",
        " ╭──────────╮ ╭──────────╮", " │          │ │          │", " │   gone   │ │    …     │",
        " │          │ │          │", " ╰──────────╯ ╰──────────╯", "  ● 夕焼けの…  four",
      ] + [""])
    #expect(grid.positionText == "1/4" && grid.columns == 2)
    #expect(source.sizes == [Size(width: 12, height: 5)])
  }

  @Test("A grid shows the cursor without color, with and without the focus")
  func cursor() {
    let (grid, _) = grid([[1, 2]])
    for isFocused in [true, false] {
      let cells = CellGrid(size: Size(width: 80, height: 24))
      grid.show(in: cells.canvas, isFocused: isFocused)
      #expect(cells.rows[0].drop { $0 == " " }.hasPrefix("╭────────────╮"))
      let title = (0..<80).compactMap { cells[Point(x: $0, y: 6)] }.filter { $0.style != .plain }
      let attributes: Style.Attributes = isFocused ? .reverse : .bold
      #expect(title.map(\.text).joined().contains("›photo 1"))
      #expect(title.contains { $0.style.attributes.contains(attributes) })
    }
  }

  @Test("has a place for a picture in every view, and the title alone in one line", arguments: 1..<6)
  func low(height: Int) {
    let (grid, _) = grid([[1, 2]], width: 20, height: height)
    let rows = show(grid, 20, height)
    #expect(rows.contains { $0.contains("›photo 1") })
    #expect(grid.pictureSize.height == [0, 1, 2, 1, 2][height - 1])
    #expect(rows.contains { $0.contains("…") } == (height > 1))
  }

  @Test("says in the place of a picture what is the matter with it, cut to the room there is")
  func notes() {
    let (grid, source) = grid([[1]], width: 14, height: 9)
    source.tile = { _, _ in GridTile(title: "", note: "cannot be shown: not a picture but a page of text") }
    #expect(
      show(grid, 14, 9).prefix(6) == [
        "╭────────────╮", "│╭──────────╮│", "││cannot be ││", "││shown: not││", "││a picture…││",
        "│╰──────────╯│",
      ])
  }

  @Test(
    "shows no picture that is larger than its tile, as one made for another size",
    arguments: [(1, 0), (0, 1)])
  func tooLarge(moreColumns: Int, moreRows: Int) {
    let (grid, source) = grid([[1]])
    source.tile = { _, size in
      GridTile(title: "", picture: letters("x", size.width + moreColumns, size.height + moreRows))
    }
    let rows = show(grid)
    #expect(!rows.joined().contains("x") && rows.joined().contains("…"))
  }

  @Test("asks only for tiles in view, however long it is")
  func visibleTilesOnly() {
    let (grid, source) = grid([Array(0..<200_000), Array(200_000..<500_000)])
    for move in [
      { grid.moveToBottom() }, { grid.moveToTop() }, { grid.goTo(250_000) }, { grid.movePages(3) },
    ] {
      move()
      let asked = source.asked { _ = show(grid) }
      #expect(asked.sorted() == Array(grid.visible))
      #expect(asked.count > 12 && asked.count <= 18)
    }
  }

  @Test("draws what is nearest to the cursor first, for pictures come in the order in which they are drawn")
  func nearestFirst() {
    let (grid, source) = grid([Array(0..<100)])
    grid.goTo(9)
    #expect(
      source.asked { _ = show(grid) }
        == [8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15, 0, 16, 17])
  }

  @Test("moves in four directions, by pages and numbers, and stops at its ends")
  func moving() {
    // Rows of six: 0-5, 6-11, 12-17, 18-23, 24-27.
    let (grid, _) = grid([Array(0..<10), [], Array(10..<28)])
    func expect(_ moved: Bool, _ position: Int, _ line: Int = #line) {
      #expect(moved && grid.position == position, "line \(line): \(grid.position)")
    }
    expect(!grid.move(by: -1), 1)
    expect(!grid.moveRows(by: -1), 1)
    expect(grid.move(by: 5), 6)
    expect(grid.move(by: 1), 7)
    expect(grid.move(by: -1), 6)
    expect(grid.moveRows(by: 1), 12)
    #expect(grid.cursor == RowPath(section: 2, row: 1))
    expect(grid.moveRows(by: 3), 28)
    expect(!grid.moveRows(by: 1), 28)
    expect(!grid.move(by: 1), 28)
    expect(grid.moveRows(by: -1), 22)
    expect(grid.moveRows(by: .min), 4)
    expect(grid.moveRows(by: .max), 28)
    expect(grid.move(by: .min), 1)
    expect(grid.move(by: .max), 28)
    expect(grid.movePages(-1), 10)
    expect(grid.movePages(.min), 4)
    expect(grid.moveHalfPages(1), 10)
    expect(grid.movePages(.max), 28)
    grid.goTo(3)
    expect(grid.moveRows(by: 4), 27)
    grid.goTo(-5)
    #expect(grid.position == 1)
    grid.goTo(1_000_000)
    #expect(grid.position == 28)
    grid.select(RowPath(section: 1, row: 0))
    #expect(grid.position == 11)
    grid.select(RowPath(section: 0, row: 99))
    #expect(grid.position == 10)
  }

  @Test("keeps a row above and below the cursor, except at its ends")
  func margin() {
    let (grid, _) = grid([Array(0..<120)])
    grid.moveRows(by: 1)
    #expect(grid.scroll == ScrollExtent(offset: 0, visible: 3, total: 20))
    grid.moveRows(by: 1)
    #expect(grid.scroll.offset == 1)
    grid.moveToBottom()
    #expect(grid.scroll.offset == 17)
    grid.moveRows(by: -1)
    #expect(grid.scroll.offset == 17)
    grid.moveRows(by: -1)
    #expect(grid.scroll.offset == 16)
  }

  @Test("scrolls by the wheel and takes the cursor along, in its column, only at the edge")
  func wheel() {
    let (grid, _) = grid([Array(0..<120)])
    grid.goTo(9)
    grid.scroll(by: 3)
    #expect(grid.scroll.offset == 3 && grid.position == 27)
    grid.scroll(by: -1)
    #expect(grid.scroll.offset == 2 && grid.position == 21)
    grid.scroll(by: .max)
    #expect(grid.scroll.offset == 17 && grid.position == 111)
    grid.scroll(by: .min)
    #expect(grid.scroll.offset == 0 && grid.position == 9)
  }

  @Test("knows the tile at a place")
  func hit() {
    let (grid, _) = grid([[1, 2, 3], [4, 5, 6, 7, 8]])
    let rows = show(grid)
    for (path, title) in [(RowPath(section: 0, row: 1), "photo 2"), (RowPath(section: 1, row: 4), "photo 8")]
    {
      guard let y = rows.firstIndex(where: { $0.contains(title) }),
        let x = rows[y].firstRange(of: title).map({
          rows[y].distance(from: rows[y].startIndex, to: $0.lowerBound)
        })
      else {
        Issue.record("no \(title)")
        continue
      }
      #expect(grid.hit(Point(x: x, y: y)) == path)
      #expect(grid.hit(Point(x: x, y: y - 3)) == path)
      #expect(grid.hit(Point(x: x, y: y + 1)) == nil)
    }
    #expect(grid.hit(Point(x: 70, y: 12)) == nil)
    #expect(grid.hit(Point(x: -1, y: 500)) == nil)
  }

  @Test("A grid reports what is in view and what comes next, in the direction of the last move first")
  func ahead() {
    let (grid, _) = grid([Array(0..<100)])
    #expect(grid.visible == 0..<18 && grid.ahead == [18..<36])
    grid.movePages(2)
    #expect(grid.visible == 30..<48 && grid.ahead == [48..<66, 12..<30])
    grid.moveRows(by: -1)
    #expect(grid.visible == 24..<42 && grid.ahead == [6..<24, 42..<60])
    grid.scroll(by: 1)
    #expect(grid.visible == 30..<48 && grid.ahead == [48..<66, 12..<30])
    grid.moveToBottom()
    #expect(grid.visible == 84..<100 && grid.ahead == [66..<84])
    #expect(grid.path(ofNumber: 99) == RowPath(section: 0, row: 99) && grid.path(ofNumber: 100) == nil)
  }

  @Test("keeps the cursor in its row of the view when tiles or the view change size")
  func sizes() {
    let (grid, _) = grid([Array(0..<500)])
    grid.goTo(301)
    #expect(!grid.shrink())
    var columns: [Int] = []
    while grid.enlarge() {
      #expect(grid.visible.contains(300))
      columns.append(grid.columns)
    }
    #expect(columns == [4, 4, 3, 2, 2, 1, 1, 1])
    for (width, height) in [(120, 40), (20, 6), (300, 90), (80, 24)] {
      _ = show(grid, width, height)
      #expect(grid.visible.contains(300) && grid.position == 301)
    }
    while grid.shrink() { #expect(grid.visible.contains(300)) }
    #expect(grid.columns == 6 && grid.step == 0)
  }

  @Test("keeps the cursor where it is between top and bottom when the view becomes narrower")
  func narrower() {
    let (grid, _) = grid([Array(0..<500)], width: 80, height: 38)
    grid.goTo(301)
    grid.scroll(by: 1)
    #expect(grid.scroll == ScrollExtent(offset: 48, visible: 5, total: 84))
    _ = show(grid, 54, 38)
    #expect(grid.columns == 4 && grid.scroll == ScrollExtent(offset: 73, visible: 5, total: 125))
  }

  @Test("takes scrolling for a direction too, when the cursor stays")
  func aheadOfScrolling() {
    let (grid, _) = grid([Array(0..<500)], width: 80, height: 38)
    grid.goTo(301)
    #expect(grid.visible == 282..<312)
    grid.scroll(by: 1)
    #expect(grid.visible == 288..<318 && grid.position == 301 && grid.ahead.first == 318..<348)
    grid.scroll(by: -1)
    #expect(grid.position == 301 && grid.ahead.first == 252..<282)
  }

  @Test("that is empty says so, takes every key, and puts the cursor on what comes")
  func empty() {
    let source = Sheet([])
    let grid = GridView(source: source, emptyText: "No photos")
    #expect(show(grid).contains { $0.contains("No photos") })
    #expect(!grid.move(by: 1) && !grid.moveRows(by: -1) && !grid.movePages(-1) && !grid.moveHalfPages(1))
    grid.goTo(5)
    grid.scroll(by: 3)
    grid.select(RowPath(section: 3, row: 1))
    grid.moveToBottom()
    #expect(grid.cursor == nil && grid.positionText == "0/0" && grid.visible.isEmpty && grid.ahead == [])
    #expect(grid.hit(Point(x: 5, y: 5)) == nil)
    #expect(grid.enlarge() && grid.shrink())
    source.sections = [[7]]
    grid.apply(SectionedChanges(insertedSections: [0], insertedRows: [RowPath(section: 0, row: 0)]))
    #expect(grid.cursor == RowPath(section: 0, row: 0))
  }
}
