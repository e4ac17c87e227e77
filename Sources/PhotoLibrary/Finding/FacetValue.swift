/// A value of a facet, and the number of photos that have it.
public struct FacetValue: Hashable, Sendable {
  /// The value as it is written behind the name of the facet, without quotes.
  public let text: String
  /// The number of photos.
  public let count: Int
}
