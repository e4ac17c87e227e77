import Flickr
import ObjectGraph
import PhotoLibrary
import TerminalUI
import TestSupport
import Testing

@testable import Browser

@MainActor @Suite("Changes that wait for the server of the library", .timeLimit(.minutes(10)))
struct WaitingChangesTests {
  @Test("An addition to the last album is made before the changes that come after it")
  func order() async throws {
    let records = (1...2).map { PhotoRecord("\($0)", "Photo \($0)", by: "Ann") }
    let bench = try await TestBrowser(records) { CountingStore($0, isRemote: true) }
    try await bench.type("a")
    try await bench.run("album Sea")
    #expect(bench.message == "Added “Photo 1” to the new album Sea")
    try await bench.type("j")
    // All changes wait behind an undo that waits.
    bench.browser.session.hasOutage = true
    bench.browser.postpone(.undo, "undo", because: CancellationError(), {}, onFailure: { _ in })
    try await bench.type(".d")
    #expect(bench.browser.session.waiting.count == 3)
    bench.browser.session.hasOutage = false
    bench.browser.makeWaitingChanges()
    try await bench.surface.bell.wait {
      bench.browser.session.waiting.isEmpty && !bench.surface.isHolding
    }
    let messages = bench.browser.toasts.history.map(\.toast.text)
    let added = try #require(messages.firstIndex(of: "Added “Photo 2” to Sea"))
    let deleted = try #require(messages.firstIndex(of: "Deleted “Photo 2”"))
    #expect(added < deleted)
  }
}
