import Foundation

/// The effect of a batch of edits on a list: the positions that rows leave, and the positions where rows
/// are inserted.
///
/// The rows that stay are numbered by *rank*, which is the same in the old and in the new list. Ranks make
/// positions in both lists comparable without building the new list: a plan costs O(k log n).
struct ChangePlan {
  /// An inserted row, or the new position of a moved row.
  struct Insertion {
    let row: ListRow
    /// The old position of the row, if it was in the list.
    let old: Int?
    /// The section in the old list to which it belongs, if there is one.
    var section: Int?
    /// The rank of the row before which it is inserted.
    var rank = 0
  }

  /// The positions of all deleted and moved rows, ascending.
  private(set) var departures: [Int] = []
  /// The inserted and moved rows, in the order of the list.
  private(set) var insertions: [Insertion] = []
  /// The positions of deleted rows.
  private(set) var gone: [Int] = []
  /// The positions of rows whose content changed and whose sort keys did not.
  private(set) var touched: [Int] = []

  /// Creates the plan for edits of different rows.
  init(_ edits: [RowEdit], in list: borrowing RowList) {
    for edit in edits { sort(edit, at: list.position(ofKey: edit.key), list.arrangement) }
    departures.sort()
    sortInsertions(counter: list.arrangement.order.counter)
    for index in insertions.indices {
      let bound = list.arrangement.lowerBound(of: insertions[index].row)
      insertions[index].rank = bound - departures.count(below: bound)
      insertions[index].section = list.arrangement.section(for: insertions[index].row)
    }
  }

  private mutating func sortInsertions(counter: ComparisonCounter?) {
    var comparisons = 0
    // Indices are sorted, and insertions compared where they are: exchanges and copies would retain what they own.
    let sorted = insertions.withUnsafeBufferPointer { insertions in
      insertions.indices.sorted {
        comparisons += 1
        return insertions[$0].row.precedes(insertions[$1].row)
      }
    }
    insertions = sorted.map { insertions[$0] }
    counter?.count(comparisons)
  }

  /// A Boolean value that indicates whether the edits do not change the list.
  var isEmpty: Bool { departures.isEmpty && insertions.isEmpty && touched.isEmpty }

  private mutating func sort(_ edit: RowEdit, at old: Int?, _ arrangement: borrowing RowArrangement) {
    switch (old, edit.row) {
    case (nil, nil):
      break
    case (let old?, nil):
      departures.append(old)
      gone.append(old)
    case (nil, let row?):
      insertions.append(Insertion(row: row, old: nil))
    case (let old?, let row?):
      if arrangement.isLevel(old, with: row) {
        touched.append(old)
      } else {
        departures.append(old)
        insertions.append(Insertion(row: row, old: old))
      }
    }
  }

  // MARK: Ranks

  /// Returns the rank of the row at an old position; for a departing row, the rank of the next row that
  /// stays.
  func rank(ofOld position: Int) -> Int { position - departures.count(below: position) }

  /// Returns the old position of the row with a rank.
  func oldPosition(ofRank rank: Int) -> Int {
    rank + departures.indices.partitioningIndex { departures[$0] - $0 <= rank }
  }

  /// Returns the new position of the row with a rank.
  func newPosition(ofRank rank: Int) -> Int { rank + insertions.partitioningIndex { $0.rank <= rank } }

  /// The ranks of the rows in a range of new positions.
  func ranks(ofNew positions: Range<Int>) -> Range<Int> {
    rank(ofNew: positions.lowerBound)..<rank(ofNew: positions.upperBound)
  }

  /// The ranks of the rows in a range of old positions.
  func ranks(ofOld positions: Range<Int>) -> Range<Int> {
    rank(ofOld: positions.lowerBound)..<rank(ofOld: positions.upperBound)
  }

  private func rank(ofNew position: Int) -> Int {
    position - insertions.indices.partitioningIndex { insertions[$0].rank + $0 < position }
  }
}
