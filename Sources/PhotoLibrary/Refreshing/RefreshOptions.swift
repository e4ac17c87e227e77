/// The extent of a refresh.
public struct RefreshOptions: Hashable, Sendable {
  /// The pages that a refresh reads; the library keeps the name of an interrupted one.
  public enum Reach: String, Hashable, Sendable {
    /// From the first page to one with known photos only, if new photos come first; otherwise all pages.
    case new
    /// Continues where the last refresh ended.
    case older
    /// All pages, known or not.
    case all
  }

  /// The maximum number of pages; `nil` for no limit.
  public var pages: Int?
  /// The maximum number of new photos; `nil` for no limit.
  public var newPhotos: Int?
  /// The pages that the refresh reads.
  public var reach: Reach

  /// Creates options; the default is one page of new photos.
  public init(pages: Int? = 1, newPhotos: Int? = nil, reach: Reach = .new) {
    self.pages = pages
    self.newPhotos = newPhotos
    self.reach = reach
  }
}
