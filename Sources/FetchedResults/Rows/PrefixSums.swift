/// Running sums of an array of counts, in which one count changes, or is searched for, in O(log n).
///
/// A Fenwick tree: P. Fenwick, "A New Data Structure for Cumulative Frequency Tables", 1994.
struct PrefixSums: Sendable {
  private var tree: [Int]
  private let highestBit: Int

  /// Makes the sums of `counts`; O(n).
  init(_ counts: some Collection<Int>) {
    tree = [0]
    tree.reserveCapacity(counts.count + 1)
    tree.append(contentsOf: counts)
    for index in tree.indices.dropFirst() {
      let parent = index + (index & -index)
      if parent < tree.count { tree[parent] += tree[index] }
    }
    highestBit = tree.count > 1 ? 1 << (Int.bitWidth - 1 - (tree.count - 1).leadingZeroBitCount) : 0
  }

  /// The sum of the counts before `index`.
  func sum(before index: Int) -> Int {
    var sum = 0
    var node = index
    while node > 0 {
      sum += tree[node]
      node &= node - 1
    }
    return sum
  }

  /// Adds to the count at `index`.
  mutating func add(_ delta: Int, at index: Int) {
    var node = index + 1
    while node < tree.count {
      tree[node] += delta
      node += node & -node
    }
  }

  /// The last index before which the sum is at most `target`, and that sum.
  ///
  /// For a `target` below the total this is where the element numbered `target` lies.
  func index(of target: Int) -> (index: Int, before: Int) {
    var node = 0
    var before = 0
    var bit = highestBit
    while bit > 0 {
      let next = node + bit
      if next < tree.count, before + tree[next] <= target {
        node = next
        before += tree[next]
      }
      bit >>= 1
    }
    return (node, before)
  }
}
