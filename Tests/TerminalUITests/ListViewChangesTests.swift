import ListChanges
import Terminal
import Testing

@testable import TerminalUI

@MainActor @Suite("A list that changes")
struct ListViewChangesTests {
  @Test("keeps the cursor on its row and the row in its line, over random changes", arguments: [1, 2])
  func identity(rowHeight: Int) {
    let seed = UInt64.random(in: .min ... .max)
    var random = SplitMix(state: seed)
    var kept = 0
    for _ in 0..<400 {
      var fresh = 1000
      let source = Numbers(
        (0..<Int.random(in: 1..<6, using: &random)).map { section in
          (0..<Int.random(in: 0..<20, using: &random)).map { section * 100 + $0 }
        })
      let list = ListView(source: source, twoLinesBelow: rowHeight > 1 ? .max : 0)
      list.height = Int.random(in: 4..<24, using: &random)
      for _ in 0..<8 {
        list.goTo(Int.random(in: 0..<100, using: &random))
        list.scroll(by: Int.random(in: -4..<5, using: &random))
        let old = source.sections
        let before = list.cursor
        let beforeLine = before.map { list.geometry.line(of: $0) - list.top }
        let change = RandomChange(of: old, fresh: &fresh, using: &random)
        #expect(change.changes.replayed(on: old) { change.new[$0.section][$0.row] } == change.new)
        source.sections = change.new
        list.apply(change.changes)
        check(list, change, old: old, before: before, seed: seed)
        if let before, let beforeLine, let after = list.cursor,
          old[before.section][before.row] == change.new[after.section][after.row], canStay(list, beforeLine)
        {
          kept += 1
          #expect(list.geometry.line(of: after) - list.top == beforeLine, "seed \(seed)")
        }
      }
    }
    #expect(kept > 200)
  }

  /// Whether the ends of the list and the scroll margin let the cursor stand in `line` of the view.
  private func canStay(_ list: ListView, _ line: Int) -> Bool {
    guard let cursor = list.cursor else { return false }
    let top = list.geometry.line(of: cursor) - line
    let margin = max(0, min(3, (list.height - list.stickyHeight - list.rowHeight) / 2))
    let isInMargins = line >= list.stickyHeight + margin && line + list.rowHeight + margin <= list.height
    return top >= 0 && top <= list.lastTop && isInMargins
  }

  private func check(
    _ list: ListView, _ change: RandomChange, old: [[Int]], before: RowPath?, seed: UInt64
  ) {
    let rows = change.new.flatMap { $0 }
    guard let after = list.cursor else {
      #expect(rows.isEmpty, "seed \(seed)")
      return
    }
    let row = change.new[after.section][after.row]
    if let before {
      #expect(row == change.rowFollowed(from: before, in: old) ?? row, "seed \(seed)")
    }
    let line = list.geometry.line(of: after) - list.top
    #expect(line >= 0 && line + list.rowHeight <= list.height, "seed \(seed): the cursor is out of view")
    #expect(list.top >= 0 && list.top <= list.lastTop, "seed \(seed)")
  }

  @Test("does not move what is above a deleted row")
  func rowsAboveStay() {
    let source = Numbers([Array(0..<50)])
    let list = ListView(source: source)
    list.height = 12
    list.goTo(30)
    list.scroll(by: 2)
    let top = list.top
    source.sections[0].remove(at: 29)
    list.apply(SectionedChanges(deletedRows: [RowPath(section: 0, row: 29)]))
    #expect(list.top == top)
    #expect(list.position == 30)
  }
}
