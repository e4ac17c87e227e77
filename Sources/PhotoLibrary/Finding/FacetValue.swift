import PhotoFiles

/// A value of a facet, and the number of photos that have it.
public struct FacetValue: Hashable, Sendable {
  /// The value as it is written behind the name of the facet, without quotes.
  public let text: String
  /// The number of photos.
  public let count: Int

  /// Returns values, those of most photos first, then in alphabetical order.
  ///
  /// - Parameters:
  ///   - values: The values, each once.
  ///   - prefix: The beginning of the values, whatever its case.
  /// - Complexity: O(*n* log *n*) in the number of values.
  public static func sorted(_ values: [FacetValue], startingWith prefix: String) -> [FacetValue] {
    let start = prefix.lowercased()
    return values.filter { start.isEmpty || $0.text.lowercased().hasPrefix(start) }
      .sorted { ($1.count, ExactText($0.text)) < ($0.count, ExactText($1.text)) }
  }
}
