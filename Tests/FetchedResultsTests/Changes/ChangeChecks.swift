import ListChanges
import Testing

@testable import FetchedResults

/// Checks that changes turn one list into another and keep every rule of ``SectionedChanges``.
func expectContract(
  _ changes: SectionedChanges, from old: [[PlainList.Entry]], to new: [[PlainList.Entry]],
  edited: Set<Int64>, _ comment: Comment
) {
  #expect(changes.replayed(on: old) { new[$0.section][$0.row] } == new, comment)
  expectAscending(changes, comment)
  let olds = changes.deletedRows + changes.movedRows.map(\.old) + changes.updatedRows.map(\.old)
  let news = changes.insertedRows + changes.movedRows.map(\.new) + changes.updatedRows.map(\.new)
  #expect(Set(olds).count == olds.count && Set(news).count == news.count, comment)
  let pairs = changes.movedRows.map { ($0.old, $0.new) } + changes.updatedRows.map { ($0.old, $0.new) }
  #expect(
    pairs.allSatisfy { old[$0.section][$0.row].key == new[$1.section][$1.row].key }, comment)
  #expect(pairs.allSatisfy { path, _ in edited.contains(old[path.section][path.row].key) }, comment)
  expectPlaces(changes, from: old, to: new, comment)
}

/// Checks that rows come and go only where one list has them and the other has not.
func expectMembership(
  _ changes: SectionedChanges, from old: [[PlainList.Entry]], to new: [[PlainList.Entry]], _ comment: Comment
) {
  let (before, after) = (Set(old.joined().map(\.key)), Set(new.joined().map(\.key)))
  #expect(Set(changes.deletedRows.map { old[$0.section][$0.row].key }) == before.subtracting(after), comment)
  #expect(Set(changes.insertedRows.map { new[$0.section][$0.row].key }) == after.subtracting(before), comment)
}

private func expectAscending(_ changes: SectionedChanges, _ comment: Comment) {
  #expect(changes.deletedSections == changes.deletedSections.sorted(), comment)
  #expect(changes.insertedSections == changes.insertedSections.sorted(), comment)
  #expect(changes.deletedRows == changes.deletedRows.sorted(), comment)
  #expect(changes.insertedRows == changes.insertedRows.sorted(), comment)
  #expect(changes.movedRows.map(\.new) == changes.movedRows.map(\.new).sorted(), comment)
  #expect(changes.updatedRows.map(\.new) == changes.updatedRows.map(\.new).sorted(), comment)
}

/// Checks that each row is found where the changes say that it is.
private func expectPlaces(
  _ changes: SectionedChanges, from old: [[PlainList.Entry]], to new: [[PlainList.Entry]], _ comment: Comment
) {
  var places: [Int64: RowPath] = [:]
  for (section, rows) in new.enumerated() {
    for (row, entry) in rows.enumerated() { places[entry.key] = RowPath(section: section, row: row) }
  }
  let wrong = old.indices.flatMap { section in
    old[section].indices.filter { row in
      changes.place(of: RowPath(section: section, row: row)) != places[old[section][row].key]
    }
  }
  #expect(wrong.isEmpty, comment)
}

/// The fewest moves with which rows in both lists can be explained, if rows never move that were not edited, or written
/// again with the same sort keys: found by trying every row as the end of a run of rows that stay.
///
/// O(n²)
func fewestMoves(from old: [[PlainList.Entry]], to new: [[PlainList.Entry]], edited: Set<Int64>) -> Int {
  var places: [Int64: Int] = [:]
  for (place, entry) in new.joined().enumerated() { places[entry.key] = place }
  let entries = Dictionary(uniqueKeysWithValues: new.joined().map { ($0.key, $0) })
  let common = old.joined().filter { places[$0.key] != nil }
  var best: [(place: Int, weight: Int)] = []
  // A row that keeps its sort keys weighs more than all others.
  for entry in common where entries[entry.key]?.section == entry.section {
    let keepsKeys = !edited.contains(entry.key) || entries[entry.key]?.title == entry.title
    let weight = keepsKeys ? 10_000 : 1
    let place = places[entry.key] ?? 0
    best.append((place, weight + (best.filter { $0.place < place }.map(\.weight).max() ?? 0)))
  }
  let staying = best.map(\.weight).max() ?? 0
  return common.count - staying / 10_000 - staying % 10_000
}
