import Foundation
import ObjectGraph

/// A row of a list: its key, and the values by which it is sorted.
///
/// The first value is stored in the row itself, because it decides nearly every comparison. A list of a
/// million rows sorted by one key then needs no allocation per row.
struct ListRow: Sendable {
  /// The primary key; all rows of a list are of one entity.
  let key: Int64
  private let first: PropertyValue
  private let rest: [PropertyValue]

  /// Makes a row from its collation keys, one for each key of the order.
  init(key: Int64, keys: [PropertyValue]) {
    self.key = key
    first = keys.first ?? .null
    rest = keys.count > 1 ? Array(keys[1...]) : []
  }

  /// Compares the values of two rows for one key of the order, without copying them.
  static func compare(_ left: borrowing ListRow, _ right: borrowing ListRow, key index: Int)
    -> ComparisonResult
  {
    index == 0
      ? PropertyValue.compare(left.first, right.first)
      : PropertyValue.compare(left.rest[index - 1], right.rest[index - 1])
  }

  /// The collation key for a key of the order.
  func sortKey(_ index: Int) -> PropertyValue { index == 0 ? first : rest[index - 1] }
}

extension ListRow: RowCounting {
  var rowCount: Int { 1 }
}
