/// The sets of pictures by which a picture is kept apart from others.
///
/// Two pictures are apart if one is in a set that the other is apart from. That must hold in both directions or in none.
public struct LookSets: Hashable, Sendable {
  /// The numbers of the sets that the picture is in.
  public var own: Set<Int>
  /// The numbers of the sets with whose pictures it must be in no stack.
  public var apart: Set<Int>

  /// Creates the sets of a picture.
  public init(own: Set<Int> = [], apart: Set<Int> = []) { (self.own, self.apart) = (own, apart) }
}
