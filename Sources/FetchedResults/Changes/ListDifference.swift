import ListChanges
import ObjectGraph

/// The differences between two lists, found by comparing their shown rows; used when the predicate or the
/// order changed.
///
/// - Complexity: O(*n* + *m*) with hash look-ups for two lists in the same order, O((*n* + *m*) log *n*)
///   for different orders. Changes of single rows use ``RowList/apply(_:)`` instead.
struct ListDifference {
  private let old: ShownRows
  private let new: ShownRows
  /// For each old section, the new one that continues it.
  private let continuations: [Int?]

  /// Prepares the comparison of two lists.
  init(from old: RowArrangement, to new: RowArrangement) {
    self.old = ShownRows(old)
    self.new = ShownRows(new)
    continuations = self.old.continuations(in: self.new)
  }

  /// Returns the changes; a row in both lists is a move or is not listed.
  func changes() -> SectionedChanges {
    let kept = Set(continuations.compactMap { $0 })
    var changes = SectionedChanges(
      deletedSections: continuations.indices.filter { continuations[$0] == nil },
      insertedSections: new.starts.indices.filter { !kept.contains($0) })
    let places = Dictionary(uniqueKeysWithValues: zip(new.keys, new.keys.indices))
    let matches = old.keys.map { places[$0] }
    let unmoved = unmovedRows(matches)
    var isOld = [Bool](repeating: false, count: new.keys.count)
    for (position, match) in matches.enumerated() {
      guard let match else {
        changes.deletedRows.append(old.path(of: position))
        continue
      }
      isOld[match] = true
      if unmoved[position] { continue }
      changes.movedRows.append(
        .init(old: old.path(of: position), new: new.path(of: match), contentChanged: false))
    }
    changes.movedRows.sort { $0.new < $1.new }
    changes.insertedRows = new.keys.indices.filter { !isOld[$0] }.map(new.path)
    return changes
  }

  /// Returns for each old row whether it stays in place: its section continues, and it is in a longest
  /// sequence of rows that keep their order.
  private func unmovedRows(_ matches: [Int?]) -> [Bool] {
    var candidates: [Int] = []
    for (position, match) in matches.enumerated() {
      if let match, continuations[old.sections[position]] == new.sections[match] {
        candidates.append(position)
      }
    }
    let chosen = candidates.map { matches[$0] ?? 0 }.longestIncreasingSubsequence()
    var unmoved = [Bool](repeating: false, count: matches.count)
    for (position, isChosen) in zip(candidates, chosen) { unmoved[position] = isChosen }
    return unmoved
  }
}

/// The shown rows of a list, flattened.
private struct ShownRows {
  /// The primary keys of the rows.
  private(set) var keys: [Int64] = []
  /// The section of each row.
  private(set) var sections: [Int] = []
  /// The index of the first row of each section.
  private(set) var starts: [Int] = []
  private var names: [String] = []

  init(_ arrangement: RowArrangement) {
    keys.reserveCapacity(arrangement.shown.count)
    sections.reserveCapacity(arrangement.shown.count)
    for section in arrangement.shownSections {
      starts.append(sections.count)
      names.append(arrangement.sections[section].name)
      let count = arrangement.shownRows(ofSection: section).count
      sections.append(contentsOf: repeatElement(starts.count - 1, count: count))
    }
    arrangement.forEachKey(in: arrangement.shown) { keys.append($0) }
  }

  func path(of position: Int) -> RowPath {
    RowPath(section: sections[position], row: position - starts[sections[position]])
  }

  /// Returns for each section the one with the same name in another list, for the largest number of
  /// sections that keep their order.
  func continuations(in other: ShownRows) -> [Int?] {
    // As values, names are compared exactly (`ListSection.isNamed`).
    let numbers = Dictionary(
      zip(other.names.map(PropertyValue.string), other.names.indices), uniquingKeysWith: { first, _ in first }
    )
    let matches = names.map { numbers[.string($0)] }
    let candidates = matches.indices.filter { matches[$0] != nil }
    let chosen = candidates.map { matches[$0] ?? 0 }.longestIncreasingSubsequence()
    var continuations = [Int?](repeating: nil, count: names.count)
    for (section, isChosen) in zip(candidates, chosen) where isChosen {
      continuations[section] = matches[section]
    }
    return continuations
  }
}
