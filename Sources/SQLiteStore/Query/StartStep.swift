internal import ObjectStore

/// A part of the rows next to the start of a query, which one search in an index finds.
///
/// The rows after (2, "b") of an order by number and text are those with the number 2, the text "b" and a higher ID, then
/// those with the number 2 and a text after "b", then those with a number after 2. As one condition, SQLite would pass over
/// all rows with the number 2.
struct StartStep {
  /// The condition of the first key that is not equal, or of the ID.
  enum Next {
    /// All keys are equal, and the ID comes after that of the start.
    case id
    /// The key comes after that of the start.
    case value
    /// The key of the start is null, and this one is not.
    case notNull
    /// The key is null, which comes last in a descending order.
    case null
  }

  /// The number of leading keys that are equal to those of the start.
  let equalKeys: Int
  /// The condition of the rest.
  let next: Next

  /// Returns the steps of a query, in the order of the rows.
  static func steps(_ query: StoreQuery) -> [StartStep] {
    guard let start = query.start else { return [] }
    // No two rows are equal in the key of insertion, so that the keys behind it have no effect.
    let unique = query.order.firstIndex { $0.path == "SELF" && $0.places == nil }
    var steps = unique == nil ? [StartStep(equalKeys: query.order.count, next: .id)] : []
    for (index, key) in query.order.prefix(through: unique).enumerated().reversed() {
      if index == unique {
        steps.append(StartStep(equalKeys: index, next: .value))
        continue
      }
      let isAscending = key.ascending != start.isBackward
      switch (start.keys[index] == .null, isAscending) {
      case (true, true): steps.append(StartStep(equalKeys: index, next: .notNull))
      case (true, false): break
      case (false, true): steps.append(StartStep(equalKeys: index, next: .value))
      case (false, false):
        steps.append(StartStep(equalKeys: index, next: .value))
        steps.append(StartStep(equalKeys: index, next: .null))
      }
    }
    return steps
  }
}

extension [FetchOrder] {
  /// The keys up to one of them, that included; all of them without one.
  fileprivate func prefix(through index: Int?) -> ArraySlice<FetchOrder> { self[...(index ?? count - 1)] }
}
