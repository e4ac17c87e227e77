import Foundation

/// What a batch of edits does to a list: which rows leave their places, and where rows come in.
///
/// The rows that neither leave nor come are numbered by *rank*, which is the same in the old and in the new list.
/// That makes places comparable between the two without building the new one: a plan costs O(k log n).
struct ChangePlan {
  /// A row that comes in, from nowhere or from another place.
  struct Arrival {
    let row: ListRow
    /// Where it was, if it was in the list.
    let old: Int?
    /// The section in the old list to which it belongs, if there is one.
    var section: Int?
    /// The rank of the row before which it comes.
    var rank = 0
  }

  /// The positions of all rows that leave their places, ascending, also of those that arrive again.
  private(set) var departures: [Int] = []
  /// The rows that come in, in the order of the list.
  private(set) var arrivals: [Arrival] = []
  /// The positions of rows that go for good.
  private(set) var gone: [Int] = []
  /// The positions of rows whose content changed and whose sort keys did not.
  private(set) var touched: [Int] = []

  /// Plans edits of different rows.
  init(_ edits: [RowEdit], in list: RowList) {
    let arrangement = list.arrangement
    for edit in edits { sort(edit, at: list.position(ofKey: edit.key), arrangement) }
    departures.sort()
    arrivals.sort { arrangement.order.precedes($0.row, $1.row) }
    for index in arrivals.indices {
      let bound = arrangement.lowerBound(of: arrivals[index].row)
      arrivals[index].rank = bound - departures.count(below: bound)
      arrivals[index].section = arrangement.section(for: arrivals[index].row)
    }
  }

  /// Whether the edits leave the list as it was.
  var isEmpty: Bool { departures.isEmpty && arrivals.isEmpty && touched.isEmpty }

  private mutating func sort(_ edit: RowEdit, at old: Int?, _ arrangement: RowArrangement) {
    switch (old, edit.row) {
    case (nil, nil):
      break
    case (let old?, nil):
      departures.append(old)
      gone.append(old)
    case (nil, let row?):
      arrivals.append(Arrival(row: row, old: nil))
    case (let old?, let row?):
      if arrangement.order.compare(arrangement.rows[old], row) == .orderedSame {
        touched.append(old)
      } else {
        departures.append(old)
        arrivals.append(Arrival(row: row, old: old))
      }
    }
  }

  // MARK: Ranks

  /// The rank of the row at an old position; of a departing row, that of the next one that stays.
  func rank(ofOld position: Int) -> Int { position - departures.count(below: position) }

  /// Where the row with a rank was.
  func oldPosition(ofRank rank: Int) -> Int {
    rank + departures.indices.partitioningIndex { departures[$0] - $0 <= rank }
  }

  /// Where the row with a rank is going to be.
  func newPosition(ofRank rank: Int) -> Int { rank + arrivals.partitioningIndex { $0.rank <= rank } }

  /// The ranks of the rows in a range of new positions.
  func ranks(ofNew positions: Range<Int>) -> Range<Int> {
    rank(ofNew: positions.lowerBound)..<rank(ofNew: positions.upperBound)
  }

  /// The ranks of the rows in a range of old positions.
  func ranks(ofOld positions: Range<Int>) -> Range<Int> {
    rank(ofOld: positions.lowerBound)..<rank(ofOld: positions.upperBound)
  }

  private func rank(ofNew position: Int) -> Int {
    position - arrivals.indices.partitioningIndex { arrivals[$0].rank + $0 < position }
  }
}
