/// Pictures that look alike, of which one is the best.
public struct LookStack: Hashable, Sendable {
  /// The index of the best picture.
  public let best: Int
  /// The indices of the others, each of which looks like the best one, better ones first.
  public let others: [Int]

  /// Creates a stack.
  public init(best: Int, others: [Int]) { (self.best, self.others) = (best, others) }

  /// Returns the stacks of pictures.
  ///
  /// Each stack is a star around its best picture: all others look like that one. Chains, in which each picture looks like the
  /// next one, would join pictures at their ends that have nothing in common.
  ///
  /// - Parameters:
  ///   - count: The number of pictures.
  ///   - near: Returns the indices of the pictures that look like one, without that one. It is called at most once for each
  ///     picture, and not for those that are in a stack around a better one.
  ///   - precedes: Returns a Boolean value that indicates whether the first picture is better than the second; a strict
  ///     order of all pictures.
  ///   - unlike: Returns the numbers of the sets that a picture is in; no two pictures of a set are in one stack.
  /// - Throws: Errors of `near`.
  /// - Complexity: O(*n* log *n*) for *n* pictures, and O(*m* log *m*) for each call of `near` that returns *m* pictures.
  public static func make(
    count: Int, near: (Int) throws -> [Int], precedes: (Int, Int) -> Bool,
    unlike: (Int) -> Set<Int> = { _ in [] }
  ) rethrows -> [LookStack] {
    var isPlaced = [Bool](repeating: false, count: count)
    var stacks: [LookStack] = []
    for best in (0..<count).sorted(by: precedes) where !isPlaced[best] {
      var sets = unlike(best)
      let candidates = try near(best).filter { !isPlaced[$0] && sets.isDisjoint(with: unlike($0)) }
      var others: [Int] = []
      for other in candidates.sorted(by: precedes) where sets.isDisjoint(with: unlike(other)) {
        sets.formUnion(unlike(other))
        others.append(other)
      }
      guard !others.isEmpty else { continue }
      for index in [best] + others { isPlaced[index] = true }
      stacks.append(LookStack(best: best, others: others))
    }
    return stacks
  }
}
