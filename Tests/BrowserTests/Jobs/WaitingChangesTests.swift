import Flickr
import ObjectGraph
import PhotoLibrary
import TerminalUI
import TestSupport
import Testing

@testable import Browser

@MainActor @Suite("Changes that wait for the server of the library", .timeLimit(.minutes(10)))
struct WaitingChangesTests {
  private struct Failure: ConnectionError {
    let isOutage: Bool
  }

  @Test("A change that waits is kept while the server refuses the library, and is made after that")
  func refusal() async throws {
    let bench = try await TestBrowser([])
    let browser = bench.browser
    browser.show(PhotoLibrary.ConnectionState.lost(Failure(isOutage: true)))
    var (attempts, isRefused) = (0, true)
    var failures: [any Error] = []
    browser.postpone(
      .edit, "an edit", because: Failure(isOutage: true),
      {
        attempts += 1
        if isRefused { throw Failure(isOutage: false) }
      }, onFailure: { failures.append($0) })
    browser.show(PhotoLibrary.ConnectionState.unreadable(Failure(isOutage: false)))
    #expect(
      browser.outageIndicator?.text
        == "The library cannot be read, and may have changed; 1 change waits")
    await browser.makeEarlierChanges()
    #expect(attempts == 0)
    // As when the browser is left.
    await browser.waitingChangesMade()
    #expect(attempts == 1 && failures.isEmpty && browser.unsavedChanges == ["an edit"])
    isRefused = false
    browser.show(PhotoLibrary.ConnectionState.restored)
    try await bench.surface.bell.wait { browser.session.waiting.isEmpty && !bench.surface.isHolding }
    #expect(attempts == 2 && failures.isEmpty)
    try await bench.idle()
  }

  @Test("A change that comes while the server refuses the library is made after those that wait")
  func overtaking() async throws {
    let bench = try await TestBrowser([])
    let browser = bench.browser
    var made: [Int] = []
    browser.show(PhotoLibrary.ConnectionState.lost(Failure(isOutage: true)))
    browser.postpone(.edit, "one", because: Failure(isOutage: true), { made.append(1) }, onFailure: { _ in })
    browser.show(PhotoLibrary.ConnectionState.unreadable(Failure(isOutage: false)))
    await browser.make("two", { made.append(2) }, onFailure: { _ in })
    #expect(made.isEmpty && browser.session.waiting.map(\.name) == ["one", "two"])
    browser.show(PhotoLibrary.ConnectionState.restored)
    try await bench.surface.bell.wait { browser.session.waiting.isEmpty && !bench.surface.isHolding }
    #expect(made == [1, 2])
    try await bench.idle()
  }

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
