import Flickr
import ObjectGraph
import PhotoLibrary
import TerminalUI
import TestSupport
import Testing
import WorldMap

@testable import Browser

@MainActor @Suite("The server of a browser's library", .timeLimit(.minutes(10)))
struct ConnectionTests {
  private struct Failure: ConnectionError, CustomStringConvertible {
    let isOutage: Bool
    let description: String
  }

  private func status(_ test: TestBrowser) -> String? { test.browser.outageIndicator?.text }

  @Test("An outage promises another attempt, a refusal names the reason alone, and both end")
  func states() async throws {
    let test = try await TestBrowser([])
    #expect(status(test) == nil)
    let outage = Failure(isOutage: true, description: "No server answers")
    let refusal = Failure(isOutage: false, description: "The library was migrated")
    test.browser.show(PhotoLibrary.ConnectionState.lost(outage))
    #expect(status(test)?.contains("does not answer; trying again") == true && test.browser.session.hasOutage)
    test.browser.show(PhotoLibrary.ConnectionState.unreadable(refusal))
    #expect(test.message.hasPrefix("The library was migrated. "))
    #expect(status(test) == "The library cannot be read, and may have changed")
    #expect(!test.browser.session.hasOutage, "changes are tried, and fail with the reason")
    test.browser.show(PhotoLibrary.ConnectionState.restored)
    #expect(status(test) == nil && test.message.contains("answers again"))
    try await test.idle()
  }

  @Test("Groups and places that could not be read during an outage are read after it")
  func missing() async throws {
    var record = PhotoRecord("1", "Photo 1", by: "Ann")
    record.tags = "harbor"
    (record.latitude, record.longitude) = (38.72, -9.14)
    var counting: CountingStore?
    let bench = try await TestBrowser([record]) { store in
      let wrapped = CountingStore(store)
      counting = wrapped
      return wrapped
    }
    let store = try #require(counting)
    store.isFailing = true
    try await bench.run("browse tags")
    let groups = try #require(bench.browser.lists.groups)
    #expect(groups.hasFailed && groups.list.rowCount == 0)
    bench.browser.openMap()
    let places = try #require(bench.browser.map?.places)
    try await bench.surface.bell.wait { places.hasFailed && !places.isBusy }
    store.isFailing = false
    bench.browser.show(.restored)
    try await bench.surface.bell.wait { groups.list.rowCount == 1 && places.points?.points.count == 1 }
    #expect(!groups.hasFailed && !places.hasFailed)
    try await bench.idle()
  }
}
