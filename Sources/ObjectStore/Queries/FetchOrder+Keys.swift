public import Foundation
public import ObjectModel

extension FetchOrder {
  /// Returns the collation key of a value at the end of the path: null, a number, text or bytes, for use with
  /// `compare`.
  ///
  /// Keys of text are made once for each row, so that comparing two rows compares bytes.
  public func key(for value: PropertyValue) -> PropertyValue {
    let value = value.columnValue
    if case .integer(let key) = value, let place = place(of: key) { return .integer(place) }
    guard comparison != .binary, case .string(let text) = value else { return value }
    return .string(comparison.key(of: text))
  }
}

extension [FetchOrder] {
  /// Returns the collation keys of a row, one for each part of the order; see ``FetchOrder/key(for:)``.
  ///
  /// - Throws: A ``FetchError`` for a path that the entity does not have, and the errors of the lookup.
  public func keys(of row: Row, in lookup: some RowLookup) throws -> [PropertyValue] {
    try map { $0.key(for: try lookup.value(at: $0.path, of: row)) }
  }

  /// Returns a Boolean value that indicates whether the row with the first keys precedes the row with the
  /// second; a strict order of all rows.
  public func precedes(
    _ left: [PropertyValue], _ leftID: ManagedObjectID, _ right: [PropertyValue], _ rightID: ManagedObjectID
  ) -> Bool {
    compare(left, leftID, right, rightID) == .orderedAscending
  }

  /// Compares two rows by their keys; the result is `orderedSame` only for the same ID.
  ///
  /// Rows with equal keys are in the ascending order of their IDs, whatever the direction of the order.
  public func compare(
    _ left: [PropertyValue], _ leftID: ManagedObjectID, _ right: [PropertyValue], _ rightID: ManagedObjectID
  ) -> ComparisonResult {
    for index in indices {
      let result = PropertyValue.compare(left[index], right[index])
      if result != .orderedSame { return self[index].ascending ? result : result.reversed }
    }
    return leftID < rightID ? .orderedAscending : leftID == rightID ? .orderedSame : .orderedDescending
  }
}
