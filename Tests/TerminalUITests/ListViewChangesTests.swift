import ListChanges
import Terminal
import Testing

@testable import TerminalUI

/// A random change of a list of unique rows, and its description, made independently of what is tested.
private struct RandomChange {
  let changes: SectionedChanges
  let new: [[Int]]

  /// Keeps, drops, moves and adds rows and sections of `old` at random; `fresh` is the next unused row.
  init(of old: [[Int]], fresh: inout Int, using random: inout some RandomNumberGenerator) {
    let keptSections = old.indices.filter { _ in Int.random(in: 0..<8, using: &random) > 0 }
    var moved: [(row: Int, old: RowPath)] = []
    var deleted: [RowPath] = []
    var sections: [(old: Int?, rows: [(row: Int, isNew: Bool)])] = []
    for section in old.indices {
      var rows: [(Int, Bool)] = []
      for (index, row) in old[section].enumerated() {
        let path = RowPath(section: section, row: index)
        switch Int.random(in: 0..<10, using: &random) {
        case 0: deleted.append(path)
        case 1: moved.append((row, path))
        default:
          if keptSections.contains(section) { rows.append((row, false)) } else { deleted.append(path) }
        }
      }
      if keptSections.contains(section) { sections.append((section, rows)) }
    }
    for _ in 0..<Int.random(in: 0..<2, using: &random) {
      sections.insert((nil, []), at: .random(in: 0...sections.count, using: &random))
    }
    if sections.isEmpty, !moved.isEmpty { sections = [(nil, [])] }
    var inserts: [(row: Int, old: RowPath?)] = moved.map { ($0.row, $0.old) }
    if !sections.isEmpty {
      for _ in 0..<Int.random(in: 0..<4, using: &random) {
        inserts.append((fresh, nil))
        fresh += 1
      }
    }
    for insert in inserts {
      let section = Int.random(in: 0..<sections.count, using: &random)
      let row = Int.random(in: 0...sections[section].rows.count, using: &random)
      sections[section].rows.insert((insert.row, true), at: row)
    }
    new = sections.map { $0.rows.map(\.row) }
    let sources = Dictionary(uniqueKeysWithValues: moved.map { ($0.row, $0.old) })
    var insertedRows: [RowPath] = []
    var moves: [SectionedChanges.Move] = []
    for (section, content) in sections.enumerated() {
      for (index, row) in content.rows.enumerated() where row.isNew {
        let path = RowPath(section: section, row: index)
        if let source = sources[row.row] {
          moves.append(.init(old: source, new: path, contentChanged: false))
        } else {
          insertedRows.append(path)
        }
      }
    }
    changes = SectionedChanges(
      deletedSections: old.indices.filter { !keptSections.contains($0) },
      insertedSections: sections.indices.filter { sections[$0].old == nil }, deletedRows: deleted,
      insertedRows: insertedRows, movedRows: moves)
  }
}

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
      let list = ListView(source: source, rowHeight: rowHeight)
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
      #expect(row == expectedRow(change, old: old, before: before) ?? row, "seed \(seed)")
    }
    let line = list.geometry.line(of: after) - list.top
    #expect(line >= 0 && line + list.rowHeight <= list.height, "seed \(seed): the cursor is out of view")
    #expect(list.top >= 0 && list.top <= list.lastTop, "seed \(seed)")
  }

  /// The row that was under the cursor, else the next that stayed in place, else the last before.
  private func expectedRow(_ change: RandomChange, old: [[Int]], before: RowPath) -> Int? {
    let alive = Set(change.new.flatMap { $0 })
    let row = old[before.section][before.row]
    if alive.contains(row) { return row }
    let moved = Set(change.changes.movedRows.map { old[$0.old.section][$0.old.row] })
    let all = old.flatMap { $0 }
    guard let place = all.firstIndex(of: row) else { return nil }
    let stayed = { (row: Int) in alive.contains(row) && !moved.contains(row) }
    return all[(place + 1)...].first(where: stayed) ?? all[..<place].last(where: stayed)
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

/// SplitMix64, so that a printed seed repeats a run.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
