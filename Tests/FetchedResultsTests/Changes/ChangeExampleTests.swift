import ListChanges
import ObjectGraph
import Testing

@testable import FetchedResults

@Suite("Reported changes")
struct ChangeExampleTests {
  /// A list that is given as sections of titles; each row's key is its number, from 1.
  private func list(_ sections: KeyValuePairs<String, [String]>, window: RowWindow = RowWindow()) -> RowList {
    var key: Int64 = 0
    var builder = RowListBuilder(order: order, window: window)
    for (section, titles) in sections {
      for title in titles {
        key += 1
        builder.append(row(key, section, title))
      }
    }
    return RowList(builder)
  }

  private var order: RowOrder {
    guard let order = RowOrder([FetchOrder("section"), FetchOrder("title")], sectionKeyPath: "section") else {
      preconditionFailure("the first order is by section")
    }
    return order
  }

  private func row(_ key: Int64, _ section: String, _ title: String) -> ListRow {
    order.row(key, [.string(section), .string(title)])
  }

  private func edit(_ key: Int64, _ section: String, _ title: String) -> RowEdit {
    RowEdit(key: key, row: row(key, section, title))
  }

  @Test("A new title that leaves a row between the same neighbors is an update")
  func inPlace() {
    var list = list(["A": ["ant", "bee", "cow"]])
    let path = RowPath(section: 0, row: 1)
    #expect(list.apply([edit(2, "A", "bat")]) == SectionedChanges(updatedRows: [.init(old: path, new: path)]))
  }

  @Test("A title that was written again with the same text is an update")
  func rewritten() {
    var list = list(["A": ["ant", "bee"]])
    let path = RowPath(section: 0, row: 0)
    #expect(list.apply([edit(1, "A", "ant")]) == SectionedChanges(updatedRows: [.init(old: path, new: path)]))
  }

  @Test("Rows that pass one that was written again with the same title move, and it stays")
  func passingRewritten() {
    var list = list(["A": ["ant", "bee", "cow"]])
    let changes = list.apply([edit(1, "A", "ant"), edit(2, "A", "aaa"), edit(3, "A", "aab")])
    #expect(changes.movedRows.map(\.old.row) == [1, 2] && changes.updatedRows.map(\.old.row) == [0])
    func entries(_ rows: [(Int64, String)]) -> [[PlainList.Entry]] {
      [rows.map { PlainList.Entry(key: $0, section: "A", title: $1) }]
    }
    let fewest = fewestMoves(
      from: entries([(1, "ant"), (2, "bee"), (3, "cow")]), to: entries([(2, "aaa"), (3, "aab"), (1, "ant")]),
      edited: [1, 2, 3])
    #expect(fewest == 2)
  }

  @Test("A row that passes its neighbor moves, and the neighbor does not")
  func passing() {
    var list = list(["A": ["ant", "bee", "cow"]])
    let changes = list.apply([edit(1, "A", "bug")])
    let move = SectionedChanges.Move(
      old: RowPath(section: 0, row: 0), new: RowPath(section: 0, row: 1), contentChanged: true)
    #expect(changes == SectionedChanges(movedRows: [move]))
  }

  @Test("Of two rows that change places, one moves")
  func exchanging() {
    var list = list(["A": ["ant", "bee"]])
    let changes = list.apply([edit(1, "A", "bee"), edit(2, "A", "ant")])
    #expect(changes.movedRows.count == 1 && changes.updatedRows.count == 1)
  }

  @Test("A row that lives on in a new section moves, and both sections are listed")
  func onlyRowOfSection() {
    var list = list(["A": ["ant"], "C": ["cow"]])
    let changes = list.apply([edit(1, "B", "ant")])
    let place = RowPath(section: 0, row: 0)
    #expect(
      changes
        == SectionedChanges(
          deletedSections: [0], insertedSections: [0],
          movedRows: [.init(old: place, new: place, contentChanged: true)]))
  }

  @Test("A section whose rows are all replaced stays")
  func replacedRows() {
    var list = list(["A": ["ant"], "C": ["cow"]])
    let changes = list.apply([RowEdit(key: 1, row: nil), edit(9, "A", "asp")])
    let place = RowPath(section: 0, row: 0)
    #expect(changes == SectionedChanges(deletedRows: [place], insertedRows: [place]))
  }

  @Test("A row that goes makes room at the limit for the next one")
  func limit() {
    var list = list(["A": ["ant", "bee", "cow", "dog"]], window: RowWindow(offset: 0, limit: 2))
    let changes = list.apply([RowEdit(key: 1, row: nil)])
    #expect(
      changes
        == SectionedChanges(
          deletedRows: [RowPath(section: 0, row: 0)], insertedRows: [RowPath(section: 0, row: 1)]))
    #expect(list.arrangement.shown.count == 2)
  }

  @Test("A row that comes before the offset pushes another one into sight")
  func offset() {
    var list = list(["A": ["bee"], "C": ["cow", "dog"]], window: RowWindow(offset: 1, limit: 1))
    let changes = list.apply([edit(9, "A", "ant")])
    let place = RowPath(section: 0, row: 0)
    #expect(
      changes
        == SectionedChanges(
          deletedSections: [0], insertedSections: [0], deletedRows: [place], insertedRows: [place]))
  }

  @Test("Changes out of sight are not reported")
  func outOfSight() {
    var list = list(["A": ["ant", "bee", "cow", "dog"]], window: RowWindow(offset: 0, limit: 2))
    #expect(list.apply([edit(4, "A", "cat"), edit(9, "B", "elk")]).isEmpty)
  }

  @Test("Rows without section stand with those whose section is empty text")
  func emptySection() throws {
    var list = list(["": ["ant"], "A": ["bee"]])
    let changes = list.apply([RowEdit(key: 9, row: order.row(9, [.null, .string("cow")]))])
    #expect(changes == SectionedChanges(insertedRows: [RowPath(section: 0, row: 0)]))
    try list.checkInvariants()
  }
}
