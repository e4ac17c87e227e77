import ObjectGraph

/// The total order of a list, and the key that determines its sections.
///
/// After the first order, a list with sections is also sorted by the exact value of the section key. Rows
/// with the same name are then always adjacent, even if the order treats "Ada" and "ada" as equal.
struct RowOrder: Sendable {
  /// The keys by which rows are sorted; rows equal by them are in the order of their primary keys.
  let keys: [FetchOrder]
  /// The index of the key that names the section; `nil` for a list of one section.
  let sectionKey: Int?
  private let naming: SectionNaming
  /// Counts comparisons, for tests of complexity.
  var counter: ComparisonCounter?

  /// Creates the order of a list with the sections of `sectionKeyPath`; returns `nil` if the first order is
  /// by another path, so that the rows of a section would not be adjacent.
  init?(_ orders: [FetchOrder], sectionKeyPath: String? = nil, naming: SectionNaming = SectionNaming()) {
    self.naming = naming
    guard let sectionKeyPath else {
      keys = orders
      sectionKey = nil
      return
    }
    guard let first = orders.first, first.path == sectionKeyPath else { return nil }
    sectionKey = first.comparison == .binary ? 0 : 1
    let exact = FetchOrder(first.path, ascending: first.ascending)
    keys = first.comparison == .binary ? orders : [first, exact] + orders.dropFirst()
  }

  /// Returns whether a row precedes another; rows with equal sort keys are ordered by primary key.
  func precedes(_ left: borrowing ListRow, _ right: borrowing ListRow) -> Bool {
    switch compare(left, right) {
    case .orderedAscending: true
    case .orderedSame: left.key < right.key
    case .orderedDescending: false
    }
  }

  /// Compares two rows by their sort keys alone.
  func compare(_ left: borrowing ListRow, _ right: borrowing ListRow) -> ComparisonResult {
    compare(left, right, keys.count)
  }

  /// Compares two rows by the keys that determine sections: all keys up to the one that names them.
  func compareSections(_ left: borrowing ListRow, _ right: borrowing ListRow) -> ComparisonResult {
    compare(left, right, sectionKey.map { $0 + 1 } ?? 0)
  }

  /// The name of the section of a row; empty in a list of one section.
  func sectionName(of row: ListRow) -> String {
    sectionKey.map { naming.name(for: row.sortKey($0)) } ?? ""
  }

  private func compare(_ left: borrowing ListRow, _ right: borrowing ListRow, _ count: Int)
    -> ComparisonResult
  {
    counter?.count()
    for index in 0..<count {
      let result = ListRow.compare(left, right, key: index)
      if result != .orderedSame { return keys[index].ascending ? result : result.reversed }
    }
    return .orderedSame
  }
}
