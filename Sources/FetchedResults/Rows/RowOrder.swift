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
  /// Counts the comparisons of searches and sorts, for tests of complexity.
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

  /// Returns the sort key of a row.
  ///
  /// - Parameter values: The collation keys of the row, one for each key of the order.
  func sortKey(_ values: some Sequence<PropertyValue>) -> SortKey {
    var sortKey = SortKey()
    for (key, value) in zip(keys, values) { sortKey.append(value, ascending: key.ascending) }
    return sortKey
  }

  /// Returns the part of a row's sort key that determines its section: all keys up to the one that names it, of which only
  /// the beginning counts if it is a text whose beginning is the name.
  func sectionKey(of sortKey: SortKey) -> SortKey {
    sortKey.prefix(sectionKey.map { $0 + 1 } ?? 0, lastLength: naming.length)
  }

  /// Returns the name of the section with a key; empty in a list of one section.
  func sectionName(_ key: SortKey) -> String {
    sectionKey.map { naming.name(for: key.last(of: $0 + 1, ascending: keys[$0].ascending)) } ?? ""
  }
}
