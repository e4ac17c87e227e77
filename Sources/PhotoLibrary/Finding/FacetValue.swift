/// A value of a facet, and the number of photos that have it.
public struct FacetValue: Hashable, Sendable {
  /// The value as it is written behind the name of the facet, without quotes.
  public let text: String
  /// The number of photos.
  public let count: Int

  /// Returns counted values, those of most photos first, then in alphabetical order.
  ///
  /// - Parameters:
  ///   - counts: The numbers of photos by their values; those without photos are left out.
  ///   - prefix: The beginning of the values, whatever its case.
  /// - Complexity: O(*n* log *n*) in the number of values.
  public static func sorted(_ counts: [String: Int], startingWith prefix: String) -> [FacetValue] {
    let start = prefix.lowercased()
    return counts.filter { $0.value > 0 && (start.isEmpty || $0.key.lowercased().hasPrefix(start)) }
      .sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { FacetValue(text: $0.key, count: $0.value) }
  }
}
