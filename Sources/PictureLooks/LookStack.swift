/// Pictures that look alike, of which one is the best.
public struct LookStack: Hashable, Sendable {
  /// The index of the best picture.
  public let best: Int
  /// The indices of the others, each of which looks like the best one, better ones first.
  public let others: [Int]

  /// Creates a stack.
  public init(best: Int, others: [Int]) { (self.best, self.others) = (best, others) }

  /// Returns the stacks of pairs.
  ///
  /// Each stack is a star around its best picture: all others look like that one. Chains, in which each picture looks like the
  /// next one, would join pictures at their ends that have nothing in common.
  ///
  /// - Parameters:
  ///   - pairs: The pairs of near looks, each once.
  ///   - precedes: Returns a Boolean value that indicates whether the first picture is better than the second; a strict
  ///     order of all pictures.
  ///   - areApart: Returns a Boolean value that indicates whether two pictures must not be in one stack.
  /// - Complexity: O(*p* log *p*) for *p* pairs, and O(*m*²) calls of `areApart` in a stack of *m* pictures.
  public static func make(
    of pairs: [LookPair], precedes: (Int, Int) -> Bool, areApart: (Int, Int) -> Bool = { _, _ in false }
  ) -> [LookStack] {
    var neighbors: [Int: [Int]] = [:]
    for pair in pairs where !areApart(pair.first, pair.second) {
      neighbors[pair.first, default: []].append(pair.second)
      neighbors[pair.second, default: []].append(pair.first)
    }
    var placed: Set<Int> = []
    var stacks: [LookStack] = []
    for best in neighbors.keys.sorted(by: precedes) where !placed.contains(best) {
      var others: [Int] = []
      for other in (neighbors[best] ?? []).filter({ !placed.contains($0) }).sorted(by: precedes)
      where !others.contains(where: { areApart($0, other) }) {
        others.append(other)
      }
      guard !others.isEmpty else { continue }
      placed.insert(best)
      placed.formUnion(others)
      stacks.append(LookStack(best: best, others: others))
    }
    return stacks
  }
}
