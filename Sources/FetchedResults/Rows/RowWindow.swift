/// The part of a list that is shown: what limit and offset leave of it.
struct RowWindow: Hashable, Sendable {
  var offset = 0
  var limit: Int?

  /// The positions that are shown of a list of `count` rows.
  func range(of count: Int) -> Range<Int> {
    let start = min(max(0, offset), count)
    return start..<(limit.map { start + min(max(0, $0), count - start) } ?? count)
  }
}
