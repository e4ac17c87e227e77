import Flickr
import TerminalUI
import Testing

@testable import Browser
@testable import Terminal

@MainActor @Suite("A frame with a message")
struct BrowserFrameTests {
  @Test(
    "A message stands below the border of what is open over the lists, and hides none of it",
    arguments: [(80, 24), (40, 12)])
  func borders(columns: Int, rows: Int) async throws {
    let bench = try await TestBrowser([PhotoRecord("1", "One", by: "Ann")])
    let (browser, size) = (bench.browser, Size(width: columns, height: rows))
    for number in 1...rows { browser.toasts.show(Toast(.info, "Former message \(number)")) }
    let screens: [(title: String, open: @MainActor () -> Void)] = [
      ("Help", browser.showHelp), ("Messages", browser.showMessages), ("Details", browser.showDetails),
      ("Look at", { browser.ask(CollectionPrompt(browser)) }),
    ]
    for screen in screens {
      screen.open()
      browser.toasts.withdraw()
      // Without a message, nothing is left free.
      #expect(browser.toasts.current == nil)
      let before = Self.shown(browser, size)
      let lowest = try #require(before.lastIndex { $0.hasPrefix("╰") && $0.hasSuffix("╯") })
      browser.toasts.show(Toast(.info, "The message"))
      let shown = Self.shown(browser, size)
      let message = try #require(shown.firstIndex { $0.hasPrefix(" The message") })
      #expect(message == lowest)
      #expect(shown[message - 1].hasPrefix("╰") && shown[message - 1].hasSuffix("╯"))
      #expect(shown.contains { $0.hasPrefix("╭─ \(screen.title) ─") })
      try await bench.press(.escape)
    }
  }

  @Test(
    "The last line of what is open over the lists can be read above a message",
    arguments: [(80, 24), (40, 12)])
  func lastLine(columns: Int, rows: Int) async throws {
    let bench = try await TestBrowser([PhotoRecord("1", "One", by: "Ann")])
    let (browser, size) = (bench.browser, Size(width: columns, height: rows))
    for number in 1...rows { browser.toasts.show(Toast(.info, "Former message \(number)")) }
    let screens: [@MainActor () -> Void] = [browser.showHelp, browser.showMessages]
    for open in screens {
      open()
      browser.toasts.withdraw()
      let expected = try await Self.lastLine(bench, size)
      browser.toasts.show(Toast(.info, "The message"))
      let shown = try await Self.lastLine(bench, size)
      #expect(Self.shown(browser, size).contains { $0.hasPrefix(" The message") })
      #expect(shown == expected)
      try await bench.press(.escape)
    }
  }

  @Test(
    "A long error in a text ends in an ellipsis, unless a third of the frame is enough for it",
    arguments: [(12, 3), (40, 10)])
  func longNote(rows: Int, lines: Int) async throws {
    let bench = try await TestBrowser([PhotoRecord("1", "One", by: "Ann")])
    try await bench.type("af")
    let prompt = try #require(bench.prompt)
    prompt.note = (10..<60).map { "word\($0)" }.joined(separator: " ")
    let shown = Self.shown(bench.browser, Size(width: 40, height: rows)).filter { $0.hasPrefix(" word") }
    #expect(shown.count == lines)
    #expect(shown.last?.hasSuffix("…") == (lines < 10))
    #expect(shown.last?.hasSuffix(" word59") == (lines == 10))
  }

  /// Scrolls down as far as it goes, and returns the line above the border of what is open, without its border.
  private static func lastLine(_ bench: TestBrowser, _ size: Size) async throws -> String {
    var before: [String] = []
    while before != shown(bench.browser, size) {
      before = shown(bench.browser, size)
      try await bench.press(.pageDown)
    }
    let border = try #require(before.lastIndex { $0.hasPrefix("╰") && $0.hasSuffix("╯") })
    return String(before[border - 1].dropFirst().dropLast())
  }

  private static func shown(_ browser: Browser, _ size: Size) -> [String] {
    let grid = CellGrid(size: size)
    browser.layoutFrame(size).draw(in: grid.canvas)
    return grid.rows
  }
}
