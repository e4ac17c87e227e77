/// How much a refresh is to bring.
public struct RefreshOptions: Hashable, Sendable {
  /// How far it goes.
  public enum Reach: Hashable, Sendable {
    /// From the first page to one of which all photos are known, where what is new comes first; through all pages
    /// elsewhere.
    case new
    /// On from where the last refresh ended.
    case older
    /// Through all pages, known or not.
    case all
  }

  /// How many pages at the most; `nil` for as many as there are.
  public var pages: Int?
  /// How many new photos at the most; `nil` for as many as there are.
  public var newPhotos: Int?
  /// How far it goes.
  public var reach: Reach

  /// Makes options; without arguments those for one page of what is new.
  public init(pages: Int? = 1, newPhotos: Int? = nil, reach: Reach = .new) {
    self.pages = pages
    self.newPhotos = newPhotos
    self.reach = reach
  }
}
