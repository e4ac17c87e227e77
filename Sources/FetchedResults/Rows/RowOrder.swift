import Foundation
import ObjectGraph
import Synchronization

/// The order of a list, down to the last row, and which rows of it form a section.
///
/// A list with sections is sorted by the exact value of the section key as well, after the first order: rows of
/// one name then always stand together, also where the order takes "Ada" and "ada" for the same.
struct RowOrder: Sendable {
  /// The keys by which rows are sorted; rows equal by them are in the order of their primary keys.
  let keys: [FetchOrder]
  /// Which of the keys names the section; nil for a list of one section.
  let sectionKey: Int?
  private let naming: SectionNaming
  /// Counts comparisons, for tests of complexity.
  var counter: ComparisonCounter?

  /// The order of a list with the sections that `sectionKeyPath` names; nil when the first order is by
  /// something else, so that rows of one section would not stand together.
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

  /// Whether a row comes before another; equal ones are ordered by primary key.
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

  /// Compares two rows by what decides about sections: all keys up to that which names them.
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

/// Counts how often rows were compared.
final class ComparisonCounter: Sendable {
  private let comparisons = Atomic(0)

  /// How often rows were compared so far.
  var total: Int { comparisons.load(ordering: .relaxed) }

  func count() { comparisons.add(1, ordering: .relaxed) }
}
