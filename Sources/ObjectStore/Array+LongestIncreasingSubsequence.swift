extension Array where Element == Int {
  /// Returns for each element whether it belongs to one chosen longest increasing subsequence.
  ///
  /// Patience sorting: M. Fredman, "On computing the length of longest increasing subsequences", 1975.
  ///
  /// - Complexity: O(*n* log *n*), O(*n*) for an array that is already increasing.
  package func longestIncreasingSubsequence() -> [Bool] {
    var ends: [Int] = []
    var previous = [Int](repeating: -1, count: count)
    for index in indices {
      let length = length(ofRunsBefore: self[index], ends)
      if length > 0 { previous[index] = ends[length - 1] }
      if length == ends.count { ends.append(index) } else { ends[length] = index }
    }
    var chosen = [Bool](repeating: false, count: count)
    var index = ends.last ?? -1
    while index >= 0 {
      chosen[index] = true
      index = previous[index]
    }
    return chosen
  }

  /// Returns the length of the longest run that ends below `value`; `ends` has the smallest end for each
  /// length.
  private func length(ofRunsBefore value: Int, _ ends: [Int]) -> Int {
    if let last = ends.last, self[last] < value { return ends.count }
    var (first, end) = (0, ends.count)
    while first < end {
      let middle = (first + end) / 2
      if self[ends[middle]] < value { first = middle + 1 } else { end = middle }
    }
    return first
  }
}
