/// One page of a list of photos.
public struct PhotoPage: Hashable, Sendable {
  /// The photos, in the order of the list.
  public var records: [PhotoRecord]
  /// Entries that are no photos: without an id, or no objects.
  public var skipped: Int
  /// The number of the page, from 1; `nil` when the answer did not say, as in feeds.
  public var page: Int?
  /// How many pages there are.
  public var pages: Int?
  /// How many photos a page holds at most.
  public var perPage: Int?
  /// How many photos all pages hold together, as Flickr estimates.
  public var total: Int?

  /// Makes a page.
  public init(
    records: [PhotoRecord], skipped: Int = 0, page: Int? = nil, pages: Int? = nil, perPage: Int? = nil,
    total: Int? = nil
  ) {
    self.records = records
    self.skipped = skipped
    self.page = page
    self.pages = pages
    self.perPage = perPage
    self.total = total
  }
}
