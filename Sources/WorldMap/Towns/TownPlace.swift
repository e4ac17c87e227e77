/// The place of a point by a town: in it, or at a distance from it.
public struct TownPlace: Hashable, Sendable, CustomStringConvertible {
  /// The town.
  public let town: Town
  /// The distance and the direction from the town, as `12 km NE`; `nil` in the town.
  public let way: String?

  /// The place in words: `Lisbon, Portugal`, or `12 km NE of Lisbon, Portugal`.
  public var description: String { way.map { "\($0) of \(town.fullName)" } ?? town.fullName }
}
