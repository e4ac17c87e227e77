import ListChanges
import ObjectGraph
import TestSupport
import Testing

@testable import FetchedResults

@Suite("Differences of whole lists")
struct ListDifferenceTests {
  @Test(
    "Two lists differ by changes that lead from one to the other", arguments: [0, 1, 5, 40, 800],
    Seeds.range(quick: 1, long: 20))
  func randomLists(_ count: Int, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for round in 0..<(count > 100 ? 4 : 40) {
      let windows = [RowWindow(), RowWindow(offset: 3, limit: 20), RowWindow(offset: 0, limit: 7)]
      var plain = PlainList(window: windows.randomElement(using: &random) ?? RowWindow())
      while plain.entries.count < count { _ = plain.edit(max(1, count / 3), using: &random) }
      let (before, old) = (plain.shown, plain.list())
      plain.window = windows.randomElement(using: &random) ?? RowWindow()
      for key in plain.entries.keys.shuffled(using: &random).prefix(count / 4) { plain.entries[key] = nil }
      // Without new versions: a difference does not look into rows.
      let added = Int64(10_000)..<Int64(10_000 + count / 5)
      for key in added { plain.entries[key] = .init(key: key, section: "s\(key % 11)", title: "t\(key % 7)") }
      let (after, new) = (plain.shown, plain.list())
      let changes = ListDifference(from: old.arrangement, to: new.arrangement).changes()
      let comment: Comment = "seed \(seed), round \(round)"
      expectContract(changes, from: before, to: after, edited: [], comment)
      expectMembership(changes, from: before, to: after, comment)
      #expect(changes.movedRows.isEmpty, comment)
    }
  }

  @Test("A list that is turned round keeps its rows, all but one of which move")
  func reversed() {
    let up = list(sectioned: false, ascending: true, count: 500)
    let down = list(sectioned: false, ascending: false, count: 500)
    let changes = ListDifference(from: up.arrangement, to: down.arrangement).changes()
    #expect(changes.movedRows.count == 499 && changes.deletedRows.isEmpty && changes.insertedRows.isEmpty)
    expectReplay(changes, up, down)
  }

  @Test("Sections that change places are deleted and inserted, and their rows move")
  func reversedSections() {
    let up = list(sectioned: true, ascending: true, count: 60)
    let down = list(sectioned: true, ascending: false, count: 60)
    let changes = ListDifference(from: up.arrangement, to: down.arrangement).changes()
    #expect(changes.deletedSections.count == 5 && changes.insertedSections.count == 5)
    #expect(changes.deletedRows.isEmpty && changes.insertedRows.isEmpty)
    expectReplay(changes, up, down)
  }

  @Test("A list that gets sections keeps its rows", arguments: [true, false])
  func sectionsComeAndGo(_ come: Bool) {
    let old = list(sectioned: !come, ascending: true, count: 60)
    let new = list(sectioned: come, ascending: true, count: 60)
    let changes = ListDifference(from: old.arrangement, to: new.arrangement).changes()
    #expect(changes.deletedRows.isEmpty && changes.insertedRows.isEmpty)
    expectReplay(changes, old, new)
  }

  /// Rows in six sections, of which the numbers count through all.
  private func list(sectioned: Bool, ascending: Bool, count: Int) -> RowList {
    let orders = ["section", "title"].map { FetchOrder($0, ascending: ascending) }
    guard let order = RowOrder(orders, sectionKeyPath: sectioned ? "section" : nil) else {
      preconditionFailure("the first order is by section")
    }
    var list = RowList(order: order)
    let edits = (0..<count).map { number in
      let keys: [PropertyValue] = [.string("s\(number * 6 / count)"), .integer(Int64(number))]
      return RowEdit(key: Int64(number), row: order.row(Int64(number), keys))
    }
    _ = list.apply(edits)
    return list
  }

  private func expectReplay(_ changes: SectionedChanges, _ old: RowList, _ new: RowList) {
    #expect(changes.replayed(on: keys(old)) { PlainList.key($0, new) } == keys(new))
  }

  private func keys(_ list: RowList) -> [[Int64]] {
    list.arrangement.shownSections.map { section in
      list.arrangement.shownRows(ofSection: section).map { list.arrangement.rows[$0].key }
    }
  }
}
