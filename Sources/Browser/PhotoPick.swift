/// A choice of photos for another program: Enter chooses the photo under the cursor, or those that are selected, and leaves
/// the browser.
public struct PhotoPick: Hashable, Sendable {
  /// The query that the photos match at first; see `PhotoQuery`.
  public let query: String
  /// A Boolean value that indicates whether several photos can be chosen.
  public let allowsSeveral: Bool

  /// Creates a choice.
  public init(query: String, allowsSeveral: Bool) {
    self.query = query
    self.allowsSeveral = allowsSeveral
  }
}
