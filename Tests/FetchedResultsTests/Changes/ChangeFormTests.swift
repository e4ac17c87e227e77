import ListChanges
import TestSupport
import Testing

@testable import FetchedResults

/// Each form of a change set, applied to the old list, gives the new one.
@Suite("Forms of changes")
struct ChangeFormTests {
  private typealias Entry = PlainList.Entry

  /// Calls `body` with the old list, the changes and the new list of many random edits.
  private func forEachChange(
    _ body: (_ old: PlainList, _ changes: SectionedChanges, _ new: PlainList, Comment) throws -> Void
  ) throws {
    for seed in Seeds.range(quick: 20, long: 200) {
      var random = SeededGenerator(seed: seed)
      var plain = PlainList(isSectioned: seed.isMultiple(of: 4) ? false : true)
      while plain.entries.count < 15 { _ = plain.edit(8, using: &random) }
      var list = plain.list()
      for round in 0..<20 {
        let old = plain
        let changes = list.apply(plain.edit(Int.random(in: 1...10, using: &random), using: &random))
        try body(old, changes, plain, "seed \(seed), round \(round)")
      }
    }
  }

  @Test("Calls of a delegate, sections before rows, lead to the new list")
  func delegate() throws {
    try forEachChange { old, changes, new, comment in
      var view = BatchUpdate(old.shown, reading: new.shown)
      changes.report(to: &view)
      #expect(view.rows == new.shown, comment)
      let sections = changes.deletedSections.count + changes.insertedSections.count
      let rows =
        changes.deletedRows.count + changes.insertedRows.count + changes.movedRows.count
        + changes.updatedRows.count
      let expected =
        ["will"] + Array(repeating: "section", count: sections) + Array(repeating: "row", count: rows) + [
          "did"
        ]
      #expect(view.calls == expected, comment)
    }
  }

  @Test("A reload is a call before and one after, and nothing between")
  func reload() {
    var view = BatchUpdate([[1]], reading: [[2]])
    SectionedChanges(isReload: true).report(to: &view)
    #expect(view.calls == ["will", "did"])
    #expect(SectionedChanges(isReload: true).difference(from: [[1]], to: [[2]]) == nil)
  }

  @Test("Changes without moves between sections lead to the new list, and keep moves within sections")
  func splitting() throws {
    var (kept, split) = (0, 0)
    try forEachChange { old, changes, new, comment in
      let changes = changes.splittingMovesBetweenSections
      #expect(changes.replayed(on: old.shown) { new.shown[$0.section][$0.row] } == new.shown, comment)
      let movesBetween = changes.movedRows.filter {
        old.shown[$0.old.section].first?.section != new.shown[$0.new.section].first?.section
      }
      #expect(!old.isSectioned || movesBetween.isEmpty, comment)
      #expect(changes.deletedRows == changes.deletedRows.sorted(), comment)
      #expect(changes.insertedRows == changes.insertedRows.sorted(), comment)
      let (before, after) = (Set(old.shown.joined().map(\.key)), Set(new.shown.joined().map(\.key)))
      kept += changes.movedRows.count
      split += changes.deletedRows.count { path in
        let key = old.shown[path.section][path.row].key
        return before.contains(key) && after.contains(key)
      }
    }
    #expect(kept > 0 && split > 0)
  }

  @Test("A difference of flat collections leads to the new rows, and pairs moved ones")
  func difference() throws {
    try forEachChange { old, changes, new, comment in
      let (before, after) = (old.shown.map { $0.map(\.key) }, new.shown.map { $0.map(\.key) })
      let difference = try #require(changes.difference(from: before, to: after), comment)
      #expect(Array(before.joined()).applying(difference) == Array(after.joined()), comment)
      #expect(difference.insertions.count == changes.insertedRows.count + changes.movedRows.count, comment)
      let pairs = difference.removals.count { change in
        if case .remove(_, _, .some) = change { true } else { false }
      }
      #expect(pairs == changes.movedRows.count, comment)
    }
  }

  @Test("A snapshot with the changes applied is the snapshot of the new list")
  func snapshots() throws {
    let snapshot = { (list: PlainList) in
      ListSnapshot(
        list.shown.map { rows in
          ListSnapshot<String, Int64>.Section(
            list.isSectioned ? rows.first?.section ?? "" : "", rows.map(\.key))
        })
    }
    try forEachChange { old, changes, new, comment in
      let expected = snapshot(new)
      var result = snapshot(old).applying(changes) {
        expected.sections[$0].id
      } item: {
        expected.sections[$0.section].items[$0.row]
      }
      // The version of an entry is its content.
      let known = Set(old.shown.joined().map(\.key))
      let changed = new.shown.joined().filter { known.contains($0.key) && old.entries[$0.key] != $0 }
      #expect(Set(result.reconfiguredItems).isSuperset(of: changed.map(\.key)), comment)
      result.reconfiguredItems = []
      #expect(result == expected, comment)
      #expect(result.count == result.itemIDs.count, comment)
      for (section, rows) in expected.sections.enumerated() {
        for (row, id) in rows.items.enumerated() {
          #expect(result.path(of: id) == RowPath(section: section, row: row), comment)
        }
      }
    }
  }
}
