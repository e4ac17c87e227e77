/// Photos of a library that belong together in a ``PhotoGrouping``.
public struct PhotoGroup: Hashable, Sendable {
  /// The query that selects the photos, which identifies the group; see ``PhotoQuery``.
  public let query: String
  /// The name for display.
  public let name: String
  /// The distinction from groups of the same name; empty where the name is enough.
  public let note: String
  /// The list section: the first letter of a name, the year of a day; empty for the photos that are in no other group.
  public let section: String
  /// The key by which groups of a section are sorted.
  public let sortKey: String
  /// The number of photos.
  public let count: Int
}
