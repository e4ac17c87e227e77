/// The shown part of a list, defined by limit and offset.
struct RowWindow: Hashable, Sendable {
  var offset = 0
  var limit: Int?

  /// Returns the shown positions of a list of `count` rows.
  func range(of count: Int) -> Range<Int> {
    let start = min(max(0, offset), count)
    return start..<(limit.map { start + min(max(0, $0), count - start) } ?? count)
  }
}
