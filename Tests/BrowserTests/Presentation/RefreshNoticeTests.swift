import PhotoLibrary
import TerminalUI
import Testing

@testable import Browser

@MainActor @Suite("A refresh in the words of the browser")
struct RefreshNoticeTests {
  private func summary(_ end: RefreshEnd, new: Int = 0, changed: Int = 0, total: Int = 500) -> RefreshSummary
  {
    var summary = RefreshSummary()
    (summary.photos.new, summary.photos.changed) = (new, changed)
    (summary.end, summary.total) = (end, total)
    return summary
  }

  @Test("says first what came, else why nothing did")
  func endings() {
    #expect(RefreshNotice.text(for: summary(.pageLimit, new: 110)) == "110 new photos")
    #expect(RefreshNotice.text(for: summary(.nothingNew, new: 1, changed: 2)) == "1 new photo, 2 changed")
    #expect(RefreshNotice.text(for: summary(.nothingNew)) == "Up to date")
    #expect(
      RefreshNotice.text(for: summary(.everythingRead)) == "Nothing new: this source has no more photos")
    #expect(RefreshNotice.text(for: summary(.cancelled)) == "Refresh cancelled, nothing added")
    #expect(RefreshNotice.text(for: summary(.cancelled, new: 250)) == "Refresh cancelled, 250 new photos")
  }

  @Test("says at the first start what is there to be seen and done")
  func firstStart() {
    let first = summary(.pageLimit, new: 110, total: 110)
    #expect(
      RefreshNotice.text(for: first, isSampleRoll: true)
        == "This is the sample roll: 110 photos. ? shows the keys, S other sources")
    #expect(RefreshNotice.text(for: first) == "110 new photos")
    #expect(RefreshNotice.text(for: summary(.pageLimit, new: 5), isSampleRoll: true) == "5 new photos")
  }

  @Test("says of a failure what came before it")
  func failure() {
    struct Cause: Error {}
    let failed = RefreshFailure(summary: summary(.failed), cause: Cause())
    #expect(RefreshNotice.text(for: failed, reason: "It broke off") == "It broke off. Nothing was added.")
    let later = RefreshFailure(summary: summary(.failed, new: 250), cause: Cause())
    #expect(RefreshNotice.text(for: later, reason: "It broke off.") == "It broke off. 250 new photos.")
  }

  @Test("names what is waited for before there is a byte, and has a bar where the length is known")
  func progress() {
    func text(_ progress: RefreshProgress) -> String {
      [progress.indicator.text, progress.indicator.bar].compactMap { $0 }.joined(separator: " ")
    }
    #expect(text(.fetching(page: 1, received: 0, expected: nil)) == "Waiting for page 1 …")
    #expect(text(.fetching(page: 1, received: 0, expected: 9_000)) == "Waiting for page 1 …")
    #expect(text(.fetching(page: 2, received: 1_200, expected: nil)) == "Fetching page 2: 2 KB")
    #expect(
      text(.fetching(page: 1, received: 230_000, expected: 408_000))
        == "Fetching page 1: 230 of 408 KB █████░░░░░")
    #expect(
      text(.waiting(page: 1, why: "failed; trying again in", seconds: 3))
        == "Page 1 failed; trying again in 3 s")
    #expect(text(.saving(page: 1, photos: 1)) == "Saving page 1: 1 photo")
  }
}
