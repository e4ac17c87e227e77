import Flickr

/// The photos that a refresh has received: each counts once, even if the list shifts between two pages.
///
/// It is a value beside the ``SourceWalk``, which is copied with each page: copies of this one would make the time of a
/// refresh grow with the square of its pages.
struct ReceivedPhotos: Sendable {
  /// The IDs of the photos.
  private(set) var ids: Set<String> = []

  /// Returns the records of a page that were not received before, the first of each ID.
  func fresh(of page: PhotoPage) -> PhotoPage {
    var (fresh, onPage) = (page, Set<String>())
    fresh.records.removeAll { ids.contains($0.id) || !onPage.insert($0.id).inserted }
    return fresh
  }

  /// Records a page that was saved.
  mutating func record(_ page: PhotoPage) { ids.formUnion(page.records.lazy.map(\.id)) }
}
