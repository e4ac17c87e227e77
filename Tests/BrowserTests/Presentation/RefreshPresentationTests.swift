import PhotoLibrary
import Testing

@testable import Browser

@MainActor @Suite("A refresh in words")
struct RefreshPresentationTests {
  @Test(
    "One sentence tells what came, and what is there now",
    arguments: [
      ([0, 0, 0, 0], 0, "Nothing new: 0 photos in the library"),
      ([0, 0, 110, 3], 1, "Nothing new: 1 photo in the library"),
      ([110, 0, 0, 0], 110, "110 new, 0 changed, 0 unchanged: 110 photos in the library"),
      ([0, 1, 9, 2], 20, "0 new, 1 changed, 9 unchanged, 2 skipped: 20 photos in the library"),
    ])
  func sentences(counts: [Int], total: Int, sentence: String) {
    var summary = RefreshSummary()
    summary.photos.new = counts[0]
    summary.photos.changed = counts[1]
    summary.photos.unchanged = counts[2]
    summary.photos.skipped = counts[3]
    summary.total = total
    #expect(RefreshPresentation.sentence(for: summary) == sentence)
  }
}
