import Flickr
import PhotoLibrary
import Terminal
import TerminalUI
import Testing

@testable import Browser

@MainActor @Suite("Keys that wait for what they are for", .timeLimit(.minutes(10)))
struct HeldKeysTests {
  private let bench: TestBrowser
  private var keyboard: Keyboard { bench.browser.keyboard }

  init() async throws {
    bench = try await TestBrowser([
      PhotoRecord("1", "Pier", by: "Ann"), PhotoRecord("2", "Quay", by: "Ann"),
      PhotoRecord("3", "Rock", by: "Ann"),
    ])
    try await bench.type("a")
  }

  @Test("The mouse waits behind a key, and a command for any mode waits for neither")
  func order() async throws {
    let search = bench.browser.lists.search
    let number = search.begin("Rock", in: bench.browser.lists.focus)
    let click = InputEvent.mouse(MouseEvent(.press, at: Point(x: 1, y: 1)))
    bench.surface.send([.key("j"), click, .key(.control("l")), .key("k")])
    #expect(keyboard.held == [.key("j"), click, .key("k")] && bench.surface.repaintCount == 1)
    search.forget()
    #expect(!search.isLatest(number))
    bench.browser.handleHeld()
    #expect(!keyboard.isHolding)
  }

  @Test("A command for any mode does not wait for a change that is being read")
  func holding() async throws {
    let (gate, opening) = AsyncStream<Void>.makeStream()
    bench.surface.holdInput(atMost: .seconds(600)) { for await _ in gate {} }
    let row = bench.photos.list.view.position
    bench.surface.send([.key("j"), .key(.control("l"))])
    #expect(bench.surface.isHolding && bench.surface.repaintCount == 1)
    #expect(bench.photos.list.view.position == row)
    opening.finish()
    try await bench.idle()
    #expect(bench.photos.list.view.position == row + 1)
  }
}
