import ListChanges
import Terminal
import TestSupport
import Testing

@testable import TerminalUI

@MainActor @Suite("A sheet")
struct SheetViewTests {
  private func view(
    _ sections: [[Int]], _ kind: SheetLayout = .justified, hasHeaders: Bool = false, width: Int = 90,
    height: Int = 30
  ) -> (SheetView, TestSheet) {
    let source = TestSheet(sections, hasHeaders: hasHeaders)
    let view = SheetView(source: source)
    view.kind = kind
    view.layout(Size(width: width, height: height))
    return (view, source)
  }

  private func view(_ count: Int, width: Int = 90, height: Int = 30) -> (SheetView, TestSheet) {
    view([Array(0..<count)], width: width, height: height)
  }

  private func draw(_ view: SheetView) -> CellGrid {
    let grid = CellGrid(size: view.size)
    view.draw(in: grid.canvas, isFocused: true)
    return grid
  }

  @Test("A tile without a picture has the color that is known, with a sign that it is loading")
  func color() {
    let (view, source) = view([[1]], width: 40, height: 12)
    source.tile = { row, _ in
      var tile = SheetTile(title: "photo \(row)")
      tile.color = .palette(214)
      return tile
    }
    view.layout(view.size)
    let grid = draw(view)
    let colored = (0..<12).flatMap { y in (0..<40).compactMap { grid[Point(x: $0, y: y)] } }
      .filter { $0.style.background == .palette(214) }
    #expect(
      colored.count == view.shown[0].frame.width * view.shown[0].frame.height && colored.count > 20
        && colored.count { $0.text == "…" } == 1)
  }

  @Test(
    "At least three quarters of the pane are pictures",
    arguments: [(54, 21), (78, 21), (88, 37), (155, 57), (38, 9)])
  func share(width: Int, height: Int) {
    let (view, _) = view(500, width: width, height: height)
    for step in 0...4 {
      view.step = step
      for start in stride(from: 1, to: 450, by: 37) {
        view.goTo(start)
        view.layout(view.size)
        let cells = draw(view).rows.joined().count { $0 == "x" }
        // Few large pictures that must not be cut, at most 30, leave more than many small ones.
        let isFull = view.visible.count + 8 > SheetView.mostTiles
        if step == SheetView.standardStep {
          #expect(
            cells * 4 >= width * height * 3 || isFull,
            "\(width)x\(height) from \(start): \(cells), \(view.rowsInView)")
        }
        #expect(view.visible.count <= 30)
      }
    }
  }

  @Test("At most 30 pictures of a host with limits are in view; others are as many as fit")
  func limit() {
    let (view, source) = view(900, width: 300, height: 60)
    view.step = 0
    view.layout(view.size)
    #expect(view.visible.count <= 30)
    source.limited = { _ in false }
    view.layout(view.size)
    #expect(view.visible.count > 40)
    source.limited = { $0 % 10 == 0 }
    for start in stride(from: 1, through: 900, by: 89) {
      view.goTo(start)
      view.layout(view.size)
      #expect(view.visible.count > 40 || start > 850)
    }
    // A few of each kind.
    source.limited = { $0 % 2 == 0 }
    view.goTo(1)
    view.layout(view.size)
    #expect(view.visible.count { $0 % 2 == 0 } <= 30 && view.visible.count > 30)
  }

  /// Sections of ascending identifiers.
  private static func sections(_ random: inout SeededGenerator) -> [[Int]] {
    var next = 0
    return (0..<Int.random(in: 1...6, using: &random)).map { _ in
      let count = Int.random(in: 0...90, using: &random)
      defer { next += count }
      return Array(next..<next + count)
    }
  }

  @Test(
    "The row of the cursor is in view as a whole after every move, at every size",
    arguments: SheetLayout.allCases)
  func randomMoves(kind: SheetLayout) {
    let seed = UInt64.random(in: 0...UInt64(UInt32.max))
    var random = SeededGenerator(seed: seed)
    for _ in 0..<20 {
      let (view, source) = view(
        Self.sections(&random), kind, hasHeaders: Bool.random(using: &random))
      guard view.rowCount > 0 else { continue }
      for _ in 0..<60 {
        switch Int.random(in: 0...9, using: &random) {
        case 0: view.moveRows(by: Int.random(in: -5...5, using: &random))
        case 1: view.move(by: Int.random(in: -70...70, using: &random))
        case 2: view.movePages(Int.random(in: -2...2, using: &random))
        case 3: view.scroll(by: Int.random(in: -3...3, using: &random))
        case 4: view.goTo(Int.random(in: 0...500, using: &random))
        case 5: view.moveToBottom()
        case 6: view.center()
        case 7:
          view.layout(
            Size(
              width: Int.random(in: 1...160, using: &random), height: Int.random(in: 1...50, using: &random)))
        case 8: view.step = Int.random(in: 0...7, using: &random)
        default:
          view.kind = SheetLayout.allCases.randomElement(using: &random) ?? kind
          view.layout(view.size)
          view.kind = kind
        }
        view.layout(view.size)
        check(view, source, seed)
      }
    }
  }

  /// Checks what must hold in every state.
  private func check(_ view: SheetView, _ source: TestSheet, _ seed: UInt64) {
    let number = view.number ?? -1
    let rows = view.rowsInView
    let place = rows.first { $0.row.numbers.contains(number) }
    #expect(place != nil, "seed \(seed)")
    if let place {
      #expect(place.y == 0 || place.y + place.row.lines <= view.size.height, "seed \(seed)")
    }
    #expect(view.visible.count <= 30 && rows.first?.row.first == view.top, "seed \(seed)")
    for (row, _) in rows {
      let paths = row.numbers.compactMap(view.path(ofNumber:))
      #expect(paths.count == row.columns.count, "seed \(seed)")
      #expect(Set(paths.map(\.section)).count == 1, "seed \(seed): sections share no row")
      let isFirst = paths.first?.row == 0
      #expect((row.heading != nil) == (source.hasHeaders && isFirst), "seed \(seed)")
      #expect(row.columns.allSatisfy { $0.upperBound <= max(1, view.size.width - 1) }, "seed \(seed)")
    }
  }

  @Test(
    "The cursor stays on its tile, and the tile in its row of the view, over random changes",
    arguments: SheetLayout.allCases)
  func changes(kind: SheetLayout) {
    let seed = UInt64.random(in: 0...UInt64(UInt32.max))
    var random = SeededGenerator(seed: seed)
    var kept = 0
    for _ in 0..<100 {
      var fresh = 1000
      let (view, source) = view(Self.sections(&random), kind, hasHeaders: Bool.random(using: &random))
      view.layout(
        Size(width: .random(in: 10..<90, using: &random), height: .random(in: 5..<40, using: &random)))
      for _ in 0..<8 {
        view.goTo(Int.random(in: 0..<120, using: &random))
        view.scroll(by: Int.random(in: -2..<3, using: &random))
        let (old, before, line) = (source.sections, view.cursor, view.cursorLine)
        let change = RandomChange(of: old, fresh: &fresh, using: &random)
        source.sections = change.new
        view.apply(change.changes)
        view.layout(view.size)
        guard let after = view.cursor else {
          let isEmpty = change.new.allSatisfy { $0.isEmpty }
          #expect(isEmpty, "seed \(seed)")
          continue
        }
        check(view, source, seed)
        let row = change.new[after.section][after.row]
        guard let before else { continue }
        #expect(row == change.rowFollowed(from: before, in: old) ?? row, "seed \(seed)")
        if row == old[before.section][before.row], view.cursorLine == line { kept += 1 }
      }
    }
    // The ends of the list, and rows of other heights, can keep it from its line.
    #expect(kept > 200, "seed \(seed): \(kept)")
  }

  @Test(
    "The row of the cursor stays in its place, in view as a whole, when pictures are turned",
    arguments: 0...4)
  func turning(step: Int) {
    let (view, source) = view(300)
    view.step = step
    let all = (0..<300).map { RowPath(section: 0, row: $0) }
    for start in stride(from: 20, to: 150, by: 13) {
      for turned in [Set(0..<300), []] {
        // From above, to the lowest row.
        view.goTo(1)
        view.goTo(start)
        view.layout(view.size)
        let (cursor, line) = (view.cursor, view.cursorLine ?? 0)
        source.turned = turned
        view.apply(SectionedChanges(updatedRows: all.map { .init(old: $0, new: $0) }))
        view.layout(view.size)
        let place = view.rowsInView.first { $0.row.numbers.contains(start - 1) }
        #expect(view.cursor == cursor && place != nil, "\(start)")
        // A lack of room can move it up.
        #expect((view.cursorLine ?? 0) <= line, "\(start)")
        if let place { #expect(place.y == 0 || place.y + place.row.lines <= view.size.height, "\(start)") }
      }
    }
  }

  @Test(
    "A heading stands above the first tiles of each section, and a click on it finds the first of them",
    arguments: SheetLayout.allCases)
  func headings(kind: SheetLayout) {
    let (view, _) = view([[1, 2], [], [3]], kind, hasHeaders: true, width: 60)
    let rows = draw(view).rows
    #expect(rows[0].hasPrefix(" S0 ──") && !rows.joined().contains("S1"))
    let second = rows.firstIndex { $0.hasPrefix(" S2 ──") } ?? 0
    #expect(rows[second - 1].contains("photo 2") && rows[second + 1].contains("x"))
    #expect(view.hit(Point(x: 30, y: second)) == RowPath(section: 2, row: 0))
    view.moveSections(by: 1)
    #expect(view.cursor == RowPath(section: 2, row: 0))
  }

  @Test("Tiles of one size fill the row, and keep their shape", arguments: [SheetLayout.uniform, .square])
  func uniform(kind: SheetLayout) {
    for (width, height) in [(54, 21), (78, 21), (88, 37), (155, 57)] {
      let (view, _) = view([Array(0..<100)], kind, width: width, height: height)
      let row = view.row(of: 0)
      #expect(row.columns.last?.upperBound == width - 1)
      let widths = Set(row.columns.map(\.count))
      #expect((widths.max() ?? 0) - (widths.min() ?? 0) <= 1)
      let shape = kind == .square ? 1.0 : 1.5
      #expect(abs(Double(widths.min() ?? 0) / 2 / Double(row.height) - shape) < 0.2, "\(width)x\(height)")
      #expect(view.row(of: 99).numbers.upperBound == 100)
    }
  }

  @Test("What is the matter with a picture stands in its place, cut to the room there is")
  func notes() {
    let (view, source) = view([[0]], .uniform, width: 15, height: 9)
    source.tile = { _, _ in SheetTile(title: "", note: "cannot be shown: not a picture but a page of text") }
    view.layout(view.size)
    let rows = draw(view).rows
    #expect(rows.joined().contains("cannot be") && rows.joined().contains("…"))
  }

  @Test(
    "A picture that is larger than its tile is not shown, as one made for another size",
    arguments: [(1, 0), (0, 1)])
  func tooLarge(moreColumns: Int, moreRows: Int) {
    let (view, source) = view(1)
    source.tile = { _, size in
      SheetTile(title: "", picture: letters("x", size.width + moreColumns, size.height + moreRows))
    }
    view.layout(view.size)
    let rows = draw(view).rows.joined()
    #expect(!rows.contains("x") && rows.contains("…"))
  }

  @Test("Up and down go to the nearest center, and back again to the same tile")
  func columns() {
    let (view, _) = view(300)
    for start in [1, 7, 30, 100] {
      view.goTo(start)
      view.moveRows(by: 3)
      let (number, row) = (view.position - 1, view.row(of: view.position - 1))
      let (old, first) = (start - 1, view.row(of: start - 1))
      let center = first.columns[old - first.first]
      let goal = (center.lowerBound + center.upperBound) / 2
      #expect(number - row.first == row.nearest(to: goal))
      view.moveRows(by: -3)
      #expect(view.position == start)
    }
  }

  @Test("A million tiles cost what is in view")
  func cost() {
    let (view, source) = view(1_000_000)
    let before = source.asked.count + source.shapesAsked
    view.goTo(700_000)
    view.moveRows(by: 40)
    view.movePages(3)
    view.layout(view.size)
    #expect(source.asked.count + source.shapesAsked - before < 64 * 20)
    view.moveToBottom()
    view.moveRows(by: -1_000_000)
    #expect(view.position < 10)
  }

  @Test("A click finds the tile whose picture or title is there, and drawing asks for nothing")
  func hits() {
    let (view, source) = view(40)
    let asked = source.asked.count
    let first = draw(view).rows
    #expect(draw(view).rows == first && source.asked.count == asked)
    for item in view.shown {
      let point = Point(x: item.frame.minX, y: item.frame.minY)
      let path = view.hit(point)
      #expect(path.map { "photo \($0.row)" } == item.tile.title)
    }
    #expect(first[view.row(of: 0).height].contains("›photo 0"))
    #expect(view.hit(Point(x: 0, y: 0)) == nil)
  }
}
