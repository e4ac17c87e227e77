import PhotoLibrary
import Testing

@testable import Presentation

@Suite("A sync in words")
struct SyncPresentationTests {
  private func summary(_ present: Int, unclear: Int = 0, waiting: Int = 0) -> SyncSummary {
    var summary = SyncSummary()
    summary.present = present
    summary.unclear = unclear
    summary.waiting = waiting
    summary.requests = present
    return summary
  }

  @Test("One sentence reports what was found out, and what is left")
  func sentences() {
    var summary = summary(1, waiting: 3)
    summary.end = .limit
    #expect(
      SyncPresentation.sentence(for: summary)
        == "1 photo checked, all still there; 3 not checked yet")
    summary = self.summary(5, unclear: 2)
    #expect(
      SyncPresentation.sentence(for: summary)
        == "7 photos checked, 0 removed by their owners, 5 still there, 2 without an answer")
    #expect(
      SyncPresentation.sentence(for: SyncSummary())
        == "Nothing to check: sample and file photos have no owner to ask")
  }

  @Test("An incomplete sync reports what it found out before it ended")
  func unfinished() {
    var summary = summary(2, waiting: 1)
    let figures = "2 photos checked, all still there; 1 not checked yet"
    summary.end = .failed
    let failure = SyncFailure(summary: summary, cause: CancellationError())
    #expect(SyncPresentation.sentence(for: failure, reason: "Oh no") == "Oh no; \(figures).")
    summary.end = .canceled
    let canceled = SyncFailure(summary: summary, cause: CancellationError())
    #expect(SyncPresentation.sentence(for: canceled, reason: "x") == "Sync canceled: " + figures)
  }
}
