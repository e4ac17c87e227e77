import Flickr
import PhotoLibrary
import TerminalUI
import TestSupport
import Testing

@testable import Browser

@MainActor @Suite("A save that fails", .timeLimit(.minutes(10)))
struct SaveFailureTests {
  @Test("The status line says that changes are not saved until another save has them")
  func indicator() async throws {
    var wrapped: FullDiskStore?
    let bench = try await TestBrowser([PhotoRecord("1", "Pier", by: "Ann")]) {
      let store = FullDiskStore($0)
      wrapped = store
      return store
    }
    let store = try #require(wrapped)
    store.isFull = true
    try await bench.type("ad")
    try await bench.surface.bell.wait {
      bench.browser.toasts.current?.text.hasPrefix("Not saved: ") == true
        && bench.browser.saveFailureIndicator != nil
    }
    store.isFull = false
    try bench.library.library.saveAgain()
    await bench.library.library.savesFinished()
    #expect(bench.browser.saveFailureIndicator == nil)
  }
}
