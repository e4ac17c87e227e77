/// Pictures that look alike, of which one is the best.
public struct LookStack: Hashable, Sendable {
  /// The index of the best picture.
  public let best: Int
  /// The indices of the others, each of which looks like the best one, better ones first.
  public let others: [Int]

  /// Creates a stack.
  public init(best: Int, others: [Int]) { (self.best, self.others) = (best, others) }

  /// A look and the sets of a picture without a stack around it: there is none around a less good one with the same, either.
  private struct Alone: Hashable {
    let look: PictureLook
    let sets: LookSets
  }

  /// Returns the stacks of pictures.
  ///
  /// Each stack is a star around its best picture: all others look like that one. Chains, in which each picture looks like the
  /// next one, would join pictures at their ends that have nothing in common.
  ///
  /// - Parameters:
  ///   - count: The number of pictures.
  ///   - near: Returns the indices of the pictures that look like one, without that one. It is called at most once for each
  ///     picture, and not for those that are in a stack around a better one, nor for those whose look and sets are those of a
  ///     better one without a stack.
  ///   - precedes: Returns a Boolean value that indicates whether the first picture is better than the second; a strict
  ///     order of all pictures.
  ///   - unlike: Returns the sets of a picture; no two pictures that are apart by them are in one stack.
  ///   - look: Returns the look of a picture; `nil` if it is not known. Equal looks are near each other, and near the same others.
  /// - Throws: Errors of `near`.
  /// - Complexity: O(*n* log *n*) for *n* pictures, and O(*m* log *m*) for each call of `near` that returns *m* pictures.
  public static func make(
    count: Int, near: (Int) throws -> [Int], precedes: (Int, Int) -> Bool,
    unlike: (Int) -> LookSets = { _ in LookSets() }, look: (Int) -> PictureLook? = { _ in nil }
  ) rethrows -> [LookStack] {
    var isPlaced = [Bool](repeating: false, count: count)
    var stacks: [LookStack] = []
    // Any number of equal pictures can have been separated from each other.
    var alone: Set<Alone> = []
    for best in (0..<count).sorted(by: precedes) where !isPlaced[best] {
      let kept = unlike(best)
      let kind = look(best).map { Alone(look: $0, sets: kept) }
      if let kind, alone.contains(kind) { continue }
      let candidates = try near(best).filter {
        !isPlaced[$0] && kept.own.isDisjoint(with: unlike($0).apart)
      }
      // The sets of all pictures of the stack.
      var sets = kept.own
      var others: [Int] = []
      for other in candidates.sorted(by: precedes) where sets.isDisjoint(with: unlike(other).apart) {
        sets.formUnion(unlike(other).own)
        others.append(other)
      }
      guard !others.isEmpty else {
        if let kind { alone.insert(kind) }
        continue
      }
      for index in [best] + others { isPlaced[index] = true }
      stacks.append(LookStack(best: best, others: others))
    }
    return stacks
  }
}
