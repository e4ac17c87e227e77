/// The outcome of a renaming of a tag.
public struct TagRenaming: Hashable, Sendable {
  /// The number of photos that had the former tag.
  public internal(set) var photos = 0
  /// The number of them that had the new tag as well.
  public internal(set) var merged = 0

  /// Creates the outcome for a tag that no photo has.
  public init() {}
}
