import ListChanges
import Testing

@Suite("Sectioned changes")
struct SectionedChangesTests {
  let old = [["ant", "asp"], ["bee"], ["cat", "cow", "cub"]]

  @Test("Replaying on the old list gives the new list")
  func replay() {
    let new = [["asp", "bat"], ["CAT", "cow"], ["dog", "ant"]]
    let changes = SectionedChanges(
      deletedSections: [1], insertedSections: [2],
      deletedRows: [RowPath(section: 1, row: 0), RowPath(section: 2, row: 2)],
      insertedRows: [RowPath(section: 0, row: 1), RowPath(section: 2, row: 0)],
      movedRows: [
        .init(old: RowPath(section: 0, row: 0), new: RowPath(section: 2, row: 1), contentChanged: false)
      ],
      updatedRows: [.init(old: RowPath(section: 2, row: 0), new: RowPath(section: 1, row: 0))])
    #expect(changes.replayed(on: old) { new[$0.section][$0.row] } == new)
  }

  @Test("A row that stays or moves has a place in the new list, one that went has none")
  func places() {
    let changes = SectionedChanges(
      deletedSections: [1], insertedSections: [0],
      deletedRows: [RowPath(section: 1, row: 0)],
      insertedRows: [RowPath(section: 0, row: 0), RowPath(section: 2, row: 0), RowPath(section: 2, row: 2)],
      movedRows: [
        .init(old: RowPath(section: 0, row: 0), new: RowPath(section: 2, row: 4), contentChanged: false)
      ])
    #expect(changes.place(of: RowPath(section: 0, row: 0)) == RowPath(section: 2, row: 4))
    #expect(changes.place(of: RowPath(section: 0, row: 1)) == RowPath(section: 1, row: 0))
    #expect(changes.place(of: RowPath(section: 1, row: 0)) == nil)
    #expect(changes.place(of: RowPath(section: 2, row: 0)) == RowPath(section: 2, row: 1))
    #expect(changes.place(of: RowPath(section: 2, row: 1)) == RowPath(section: 2, row: 3))
    #expect(changes.place(of: RowPath(section: 2, row: 2)) == RowPath(section: 2, row: 5))
  }

  @Test("Only updates leave every place as it is")
  func updatesLeavePlaces() {
    let path = RowPath(section: 0, row: 1)
    let changes = SectionedChanges(updatedRows: [.init(old: path, new: path)])
    #expect(!changes.isEmpty && !changes.changesPlaces)
    #expect(SectionedChanges().isEmpty)
  }
}
