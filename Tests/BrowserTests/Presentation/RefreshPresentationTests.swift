import PhotoLibrary
import Testing

@testable import Browser

@MainActor @Suite("A refresh in words")
struct RefreshPresentationTests {
  @Test(
    "One sentence tells what came, and what is there now",
    arguments: [
      ([0, 0, 0, 0, 0, 0, 0], 0, "Nothing new: 0 photos in the library (0 pages, 0 requests)"),
      (
        [0, 0, 110, 3, 0, 1, 1], 1,
        "Nothing new: 1 photo in the library (110 unchanged, 3 skipped as deleted, 1 page, 1 request)"
      ),
      (
        [110, 0, 0, 0, 0, 2, 3], 110,
        "110 new, 0 changed, 0 unchanged: 110 photos in the library (2 pages, 3 requests)"
      ),
      (
        [0, 1, 9, 2, 4, 1, 0], 20,
        """
        0 new, 1 changed, 9 unchanged: 20 photos in the library (2 skipped as deleted, 4 skipped as unreadable, 1 page, \
        0 requests)
        """
      ),
    ])
  func sentences(counts: [Int], total: Int, sentence: String) {
    var summary = RefreshSummary()
    summary.photos.new = counts[0]
    summary.photos.changed = counts[1]
    summary.photos.unchanged = counts[2]
    summary.photos.deleted = counts[3]
    summary.photos.unreadable = counts[4]
    summary.pages = counts[5]
    summary.requests = counts[6]
    summary.total = total
    #expect(RefreshPresentation.sentence(for: summary) == sentence)
  }
}
