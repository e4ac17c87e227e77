import ListChanges
import Terminal
import TestSupport
import Testing

@testable import TerminalUI

/// Tiles with shapes that depend on their identifiers.
@MainActor private final class ShapedSheet: GridSource {
  var rows: [Int]
  private(set) var asked = 0

  init(_ count: Int) { rows = Array(0..<count) }

  var sectionCount: Int { 1 }
  func numberOfRows(in section: Int) -> Int { rows.count }
  func tile(at path: RowPath, size: Size) -> GridTile {
    asked += 1
    return GridTile(title: "photo \(rows[path.row])", picture: letters("x", size.width, size.height))
  }
  func shape(at path: RowPath) -> Double {
    asked += 1
    return [1.5, 0.667, 1.5, 1.333, 0.75, 1.5, 2.5][rows[path.row] % 7]
  }
}

@MainActor @Suite("A justified sheet")
struct JustifiedViewTests {
  private func view(_ count: Int, width: Int = 90, height: Int = 30) -> (JustifiedView, ShapedSheet) {
    let source = ShapedSheet(count)
    let view = JustifiedView(source: source)
    view.layout(Size(width: width, height: height))
    return (view, source)
  }

  private func draw(_ view: JustifiedView) -> CellGrid {
    let grid = CellGrid(size: view.size)
    view.draw(in: grid.canvas, isFocused: true)
    return grid
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
        let isFull = view.visible.count + 8 > JustifiedView.mostTiles
        if step == GridView.standardStep {
          #expect(
            cells * 4 >= width * height * 3 || isFull,
            "\(width)x\(height) from \(start): \(cells), \(view.rowsInView)")
        }
        #expect(view.visible.count <= 30)
      }
    }
  }

  @Test("The row of the cursor is in view as a whole after every move, at every size")
  func randomMoves() {
    let seed = UInt64.random(in: 0...UInt64(UInt32.max))
    var random = SeededGenerator(seed: seed)
    for _ in 0..<20 {
      let (view, source) = view(Int.random(in: 1...400, using: &random))
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
          guard source.rows.count > 1 else { continue }
          let row = Int.random(in: 0..<source.rows.count, using: &random)
          let cursor = view.number.map { source.rows[$0] }
          let gone = source.rows.remove(at: row)
          view.apply(
            SectionedChanges(deletedRows: [RowPath(section: 0, row: row)]))
          if gone != cursor { #expect(view.number.map { source.rows[$0] } == cursor, "seed \(seed)") }
        }
        view.layout(view.size)
        let number = view.number ?? -1
        let rows = view.rowsInView
        let place = rows.first { $0.row.numbers.contains(number) }
        #expect(place != nil, "seed \(seed)")
        if let place {
          #expect(place.y == 0 || place.y + place.row.lines <= view.size.height, "seed \(seed)")
        }
        #expect(view.visible.count <= 30 && rows.first?.row.first == view.top, "seed \(seed)")
      }
    }
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
    let before = source.asked
    view.goTo(700_000)
    view.moveRows(by: 40)
    view.movePages(3)
    view.layout(view.size)
    #expect(source.asked - before < 64 * 20)
    view.moveToBottom()
    view.moveRows(by: -1_000_000)
    #expect(view.position < 10)
  }

  @Test("A click finds the tile whose picture or title is there, and drawing asks for nothing")
  func hits() {
    let (view, source) = view(40)
    let asked = source.asked
    let first = draw(view).rows
    #expect(draw(view).rows == first && source.asked == asked)
    for item in view.shown {
      let point = Point(x: item.frame.minX, y: item.frame.minY)
      let path = view.hit(point)
      #expect(path.map { "photo \($0.row)" } == item.tile.title)
    }
    #expect(first[view.row(of: 0).height].contains("›photo 0"))
    #expect(view.hit(Point(x: 0, y: 0)) == nil)
  }
}
