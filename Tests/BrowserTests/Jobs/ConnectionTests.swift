import ObjectGraph
import PhotoLibrary
import TerminalUI
import TestSupport
import Testing

@testable import Browser

@Suite("The server of a browser's library")
@MainActor
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
}
