import ObjectGraph

/// The part of a list's changes that is visible in its window, in positions of the whole list.
///
/// A row can enter or leave at the edge of the window without having changed. The number of such rows is at
/// most the number of rows inserted or deleted before the edge.
struct ShownChanges {
  /// A row in both lists.
  struct Pair {
    let old: Int
    let new: Int
  }

  /// A row that becomes visible or moves, and the old section to which it belongs, if there is one.
  struct Insertion {
    let pair: (old: Int?, new: Int)
    let section: Int?
  }

  /// The old positions of deleted rows.
  private(set) var deleted: [Int] = []
  /// The inserted rows.
  private(set) var inserted: [Insertion] = []
  /// The rows that changed their position relative to the rows that stay.
  private(set) var moved: [Insertion] = []
  /// The rows that kept their position and whose content changed.
  private(set) var updated: [Pair] = []

  private let plan: ChangePlan
  private let oldShown: Range<Int>
  private let newShown: Range<Int>
  /// The ranks of the rows that are visible before and after.
  private let staying: Range<Int>

  /// Evaluates a plan in the window of the old list, which the new one keeps.
  ///
  /// Does not retain that list: with a second owner, every chunk that changes would be copied.
  init(_ plan: ChangePlan, _ old: RowArrangement) {
    self.plan = plan
    oldShown = old.shown
    newShown = old.window.range(of: old.rows.count - plan.departures.count + plan.insertions.count)
    let before = plan.ranks(ofOld: oldShown)
    let after = plan.ranks(ofNew: newShown)
    let start = max(before.lowerBound, after.lowerBound)
    staying = start..<max(start, min(before.upperBound, after.upperBound))
    addDeparted()
    addInsertions(to: old)
    addTouched()
    addEdges(before, after, of: old)
    sort()
  }

  private mutating func addDeparted() { deleted += plan.gone.filter(oldShown.contains) }

  private mutating func addInsertions(to old: RowArrangement) {
    var candidates: [(old: Int, index: Int)] = []
    for (index, insertion) in plan.insertions.enumerated() {
      let new = insertion.rank + index
      let isShown = newShown.contains(new)
      guard let position = insertion.old, oldShown.contains(position) else {
        if isShown { inserted.append(Insertion(pair: (nil, new), section: insertion.section)) }
        continue
      }
      if !isShown {
        deleted.append(position)
      } else if staysInGap(insertion, position, of: old) {
        candidates.append((position, index))
      } else {
        moved.append(Insertion(pair: (position, new), section: insertion.section))
      }
    }
    addUnmoved(candidates)
  }

  /// Returns whether a row with new sort keys is still between the same staying rows, in the same section.
  private func staysInGap(
    _ insertion: ChangePlan.Insertion, _ position: Int, of old: RowArrangement
  ) -> Bool {
    func gap(_ rank: Int) -> Int { min(max(rank, staying.lowerBound), staying.upperBound) }
    return gap(plan.rank(ofOld: position)) == gap(insertion.rank)
      && insertion.section == old.section(of: position)
  }

  /// Adds rows that stay in their gaps, with as few moves among them as possible.
  private mutating func addUnmoved(_ candidates: [(old: Int, index: Int)]) {
    let candidates = candidates.sorted { $0.old < $1.old }
    let unmoved = candidates.map(\.index).longestIncreasingSubsequence()
    for (candidate, isUnmoved) in zip(candidates, unmoved) {
      let insertion = plan.insertions[candidate.index]
      let new = insertion.rank + candidate.index
      if isUnmoved {
        updated.append(Pair(old: candidate.old, new: new))
      } else {
        moved.append(Insertion(pair: (candidate.old, new), section: insertion.section))
      }
    }
  }

  private mutating func addTouched() {
    for position in plan.touched {
      let rank = plan.rank(ofOld: position)
      guard staying.contains(rank) else { continue }
      updated.append(Pair(old: position, new: plan.newPosition(ofRank: rank)))
    }
  }

  private mutating func addEdges(_ before: Range<Int>, _ after: Range<Int>, of old: RowArrangement) {
    for rank in before.parts(outside: staying).joined() {
      deleted.append(plan.oldPosition(ofRank: rank))
    }
    for rank in after.parts(outside: staying).joined() {
      let section = old.section(of: plan.oldPosition(ofRank: rank))
      inserted.append(Insertion(pair: (nil, plan.newPosition(ofRank: rank)), section: section))
    }
  }

  private mutating func sort() {
    deleted.sort()
    inserted.sort { $0.pair.new < $1.pair.new }
    moved.sort { $0.pair.new < $1.pair.new }
    updated.sort { $0.new < $1.new }
  }
}

extension Range<Int> {
  /// Returns the parts of the range before and after another.
  fileprivate func parts(outside other: Range<Int>) -> [Range<Int>] {
    let left = lowerBound..<Swift.max(lowerBound, Swift.min(upperBound, other.lowerBound))
    let start = Swift.max(left.upperBound, other.upperBound)
    return [left, start..<Swift.max(start, upperBound)]
  }
}
