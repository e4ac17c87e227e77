import PhotoLibrary
import Testing

@testable import Browser

@MainActor @Suite("A refresh in words")
struct RefreshPresentationTests {
  @Test(
    "One sentence tells what came, and what is there now",
    arguments: [
      (
        [0, 0, 0, 0, 0, 0, 0], 0,
        "Nothing new: 0 photos in the library (0 pages, 0 requests); the source has no more"
      ),
      (
        [0, 0, 110, 3, 0, 1, 1], 1,
        """
        Nothing new: 1 photo in the library (110 unchanged, 3 skipped as deleted, 1 page, 1 request); the source has no more
        """
      ),
      (
        [110, 0, 0, 0, 0, 2, 3], 110,
        "110 new, 0 changed, 0 unchanged: 110 photos in the library (2 pages, 3 requests); the source has no more"
      ),
      (
        [0, 1, 9, 2, 4, 1, 0], 20,
        """
        0 new, 1 changed, 9 unchanged: 20 photos in the library (2 skipped as deleted, 4 skipped as unreadable, 1 page, \
        0 requests); the source has no more
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

  @Test(
    "It tells why the refresh ended",
    arguments: zip(
      RefreshEnd.allCases.filter { $0 != .cancelled && $0 != .failed },
      [
        "the source has no more", "the last page was empty", "there is more, which Flickr does not give",
        "the rest is known", "as many pages as asked for", "as many new photos as asked for",
      ]))
  func ends(end: RefreshEnd, words: String) {
    var summary = RefreshSummary()
    summary.end = end
    #expect(RefreshPresentation.sentence(for: summary).hasSuffix("(0 pages, 0 requests); " + words))
  }

  @Test("A refresh that did not come to its end tells what it did until then")
  func unfinished() {
    var summary = RefreshSummary()
    summary.photos.new = 20
    summary.pages = 1
    summary.requests = 2
    summary.total = 30
    let figures = "20 new, 0 changed, 0 unchanged: 30 photos in the library (1 page, 2 requests)"
    summary.end = .failed
    let failure = RefreshFailure(summary: summary, cause: CancellationError())
    #expect(
      RefreshPresentation.sentence(for: failure, reason: "Oh no.") == "Oh no. Until then: \(figures).")
    summary.end = .cancelled
    let cancelled = RefreshFailure(summary: summary, cause: CancellationError())
    #expect(
      RefreshPresentation.sentence(for: cancelled, reason: "x") == "Refresh cancelled: \(figures)")
  }
}
