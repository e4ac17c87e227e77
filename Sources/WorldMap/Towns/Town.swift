/// A town of the list of towns.
public struct Town: Hashable, Sendable {
  /// The usual name, in English if there is one.
  public let name: String
  /// The country; in the United States the state.
  public let region: TownRegion
  /// The middle of the town.
  public let point: GeoPoint

  /// The name with that of the region: `Lisbon, Portugal`, `Paris, Texas`.
  public var fullName: String { "\(name), \(region.name)" }
}
