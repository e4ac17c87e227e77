/// A range of values as it is typed: `5`, `5..10`, `>5`, `>=5`, `<5` or `<=5`.
struct ValueRange<Value> {
  /// The least value, and whether it is excluded.
  var lower: (value: Value, isExcluded: Bool)?
  /// The greatest value, and whether it is excluded.
  var upper: (value: Value, isExcluded: Bool)?

  /// Parses a range; `nil` if a part of it is no value.
  init?(_ text: String, value: (Substring) -> Value?) {
    for (sign, isLower, isExcluded) in [
      (">=", true, false), ("<=", false, false), (">", true, true), ("<", false, true),
    ]
    where text.hasPrefix(sign) {
      guard let bound = value(text.dropFirst(sign.count)) else { return nil }
      if isLower { lower = (bound, isExcluded) } else { upper = (bound, isExcluded) }
      return
    }
    let parts = text.split(separator: "..", maxSplits: 1, omittingEmptySubsequences: false)
    let bounds = parts.map { $0.isEmpty ? nil : value($0) }
    guard zip(parts, bounds).allSatisfy({ $0.isEmpty || $1 != nil }), bounds.contains(where: { $0 != nil })
    else {
      return nil
    }
    lower = bounds[0].map { ($0, false) }
    upper = bounds[bounds.count - 1].map { ($0, false) }
  }
}
