import ListChanges
import Terminal
import Testing

@testable import TerminalUI

@MainActor @Suite("A grid that changes")
struct GridViewChangesTests {
  @Test("keeps the cursor on its tile and the tile in its row of the view, over random changes")
  func identity() {
    let seed = UInt64.random(in: .min ... .max)
    var random = SplitMix(state: seed)
    var kept = 0
    for _ in 0..<400 {
      var fresh = 1000
      let source = Sheet(
        (0..<Int.random(in: 1..<6, using: &random)).map { section in
          (0..<Int.random(in: 0..<25, using: &random)).map { section * 100 + $0 }
        })
      let grid = GridView(source: source, step: 0)
      grid.lay(
        out: Size(width: .random(in: 10..<90, using: &random), height: .random(in: 5..<40, using: &random)))
      for _ in 0..<8 {
        grid.goTo(Int.random(in: 0..<120, using: &random))
        grid.scroll(by: Int.random(in: -2..<3, using: &random))
        let old = source.sections
        let before = grid.cursor
        let line = before.map { grid.row(of: $0) - grid.top }
        let change = RandomChange(of: old, fresh: &fresh, using: &random)
        source.sections = change.new
        grid.apply(change.changes)
        check(grid, change, old: old, before: before, seed: seed)
        if let before, let line, let after = grid.cursor,
          old[before.section][before.row] == change.new[after.section][after.row], canStay(grid, line)
        {
          kept += 1
          #expect(grid.row(of: after) - grid.top == line, "seed \(seed)")
        }
      }
    }
    #expect(kept > 200)
  }

  /// Whether the ends of the list and the scroll margin let the cursor stand in row `line` of the view.
  private func canStay(_ grid: GridView, _ line: Int) -> Bool {
    guard let cursor = grid.cursor else { return false }
    let top = grid.row(of: cursor) - line
    let margin = grid.tiles.rows > 2 ? 1 : 0
    return top >= 0 && top <= grid.lastTop && line >= margin && line + 1 + margin <= grid.tiles.rows
  }

  /// What has to hold after every change: what a user sees is the new list, row by row, with the right cursor.
  private func check(
    _ grid: GridView, _ change: RandomChange, old: [[Int]], before: RowPath?, seed: UInt64
  ) {
    let rows = change.new.flatMap { $0 }
    let size = grid.tiles.view
    let shown = screen(size.width, size.height) { grid.show(in: $0, isFocused: true) }.joined(separator: "\n")
    let asked = (grid.source as? Sheet)?.asked.suffix(grid.visible.count) ?? []
    #expect(Set(asked) == Set(rows[grid.visible]), "seed \(seed)")
    guard let after = grid.cursor else {
      #expect(rows.isEmpty, "seed \(seed)")
      return
    }
    let row = change.new[after.section][after.row]
    if let before { #expect(row == change.rowFollowed(from: before, in: old) ?? row, "seed \(seed)") }
    #expect(grid.visible.contains(grid.position - 1), "seed \(seed): the cursor is out of view")
    #expect(shown.contains("›photo"), "seed \(seed)")
    #expect(grid.top >= 0 && grid.top <= grid.lastTop, "seed \(seed)")
  }

  @Test("does not move what stands before deleted tiles", arguments: [1, 2, 9, 14])
  func tilesBeforeStay(count: Int) {
    // Six tiles in a row, five rows: the view begins with tile 36, the cursor is on tile 56.
    let source = Sheet([Array(0..<100)])
    let grid = GridView(source: source, step: 0)
    grid.lay(out: Size(width: 80, height: 38))
    grid.goTo(57)
    #expect(grid.visible == 36..<66)
    source.sections[0].removeSubrange(57 - count..<57)
    let gone = (57 - count..<57).map { RowPath(section: 0, row: $0) }
    grid.apply(SectionedChanges(deletedRows: gone))
    #expect(grid.visible == 36..<66)
    #expect(grid.cursor == RowPath(section: 0, row: 57 - count))
    #expect(source.sections[0][57 - count] == 57)
  }

  @Test("moves as a walk over numbers does, over random moves, and keeps the cursor in view")
  func walk() {
    let seed = UInt64.random(in: .min ... .max)
    var random = SplitMix(state: seed)
    for _ in 0..<100 {
      let counts = (0..<Int.random(in: 1..<5, using: &random)).map { _ in
        Int.random(in: 0..<40, using: &random)
      }
      let count = counts.reduce(0, +)
      let grid = GridView(source: Sheet(counts.map { Array(0..<$0) }))
      var number = 0
      for _ in 0..<60 where count > 0 {
        let columns = grid.columns
        let steps = Int.random(in: -9..<10, using: &random)
        let old = number
        switch Int.random(in: 0..<5, using: &random) {
        case 0:
          number = min(max(0, number + steps), count - 1)
          #expect(grid.move(by: steps) == (number != old), "seed \(seed)")
        case 1:
          let row = min(max(0, number / columns + steps), (count - 1) / columns)
          number = min(row * columns + number % columns, count - 1)
          #expect(grid.moveRows(by: steps) == (number != old), "seed \(seed)")
        case 2:
          number = Int.random(in: 0..<count, using: &random)
          grid.goTo(number + 1)
        case 3:
          _ = Bool.random(using: &random) ? grid.enlarge() : grid.shrink()
        default:
          grid.lay(
            out: Size(
              width: .random(in: 0..<200, using: &random), height: .random(in: 0..<60, using: &random)))
        }
        #expect(grid.position == number + 1, "seed \(seed)")
        #expect(grid.visible.contains(number) && grid.visible.count <= 30, "seed \(seed)")
        #expect(
          grid.ahead.allSatisfy { !$0.overlaps(grid.visible) && $0.upperBound <= count }, "seed \(seed)")
      }
    }
  }

  @Test("does not slow down with its length when rows change")
  func costOfChanges() {
    func time(_ length: Int) -> Duration {
      let source = Sheet([Array(0..<length)])
      let grid = GridView(source: source)
      grid.lay(out: Size(width: 80, height: 24))
      grid.goTo(length / 2)
      let clock = ContinuousClock()
      let runs = (0..<21).map { _ in
        source.sections[0].removeLast(10)
        let gone = (source.sections[0].count..<source.sections[0].count + 10).map {
          RowPath(section: 0, row: $0)
        }
        return clock.measure { grid.apply(SectionedChanges(deletedRows: gone)) }
      }
      return runs.sorted()[10]
    }
    let (short, long) = (time(1_000), time(1_000_000))
    #expect(long < short * 20, "\(long) for a million rows, \(short) for a thousand")
  }
}
