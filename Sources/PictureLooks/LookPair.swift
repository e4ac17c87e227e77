/// Two looks in a list that are near each other.
public struct LookPair: Hashable, Sendable {
  /// The index of the first look.
  public let first: Int
  /// The index of the second look, higher than that of the first.
  public let second: Int

  /// Creates a pair of two indices, the lower one first.
  public init(first: Int, second: Int) { (self.first, self.second) = (first, second) }
}
