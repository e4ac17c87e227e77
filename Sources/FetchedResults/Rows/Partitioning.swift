extension RandomAccessCollection {
  /// Returns the first index whose element does not satisfy `isBefore`; all that satisfy it must come
  /// first.
  ///
  /// - Complexity: O(log *n*)
  func partitioningIndex(where isBefore: (Element) -> Bool) -> Index {
    var low = startIndex
    var length = count
    while length > 0 {
      let half = length / 2
      let middle = index(low, offsetBy: half)
      if isBefore(self[middle]) {
        low = index(after: middle)
        length -= half + 1
      } else {
        length = half
      }
    }
    return low
  }
}

extension RandomAccessCollection where Index == Int {
  /// Returns the number of elements of a sorted array below a bound; O(log n).
  func count(below bound: Element) -> Int where Element: Comparable {
    partitioningIndex { $0 < bound } - startIndex
  }
}
