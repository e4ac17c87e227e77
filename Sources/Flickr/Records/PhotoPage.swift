/// One page of a list of photos.
public struct PhotoPage: Hashable, Sendable {
  /// The photos, in the order of the list.
  public var records: [PhotoRecord]
  /// The number of entries that are not photos: without an ID, or not objects.
  public var skipped: Int
  /// The number of the page, from 1; `nil` if the response does not contain it, as in feeds.
  public var page: Int?
  /// The number of pages.
  public var pages: Int?
  /// The maximum number of photos on a page.
  public var perPage: Int?
  /// The number of photos on all pages, as estimated by Flickr.
  public var total: Int?

  /// Creates a page.
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
