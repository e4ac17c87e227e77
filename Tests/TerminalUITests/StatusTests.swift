import Terminal
import Testing

@testable import TerminalUI

@MainActor @Suite("The foot of the screen")
struct StatusTests {
  private let line = StatusLine(
    left: [.init("Sample roll", importance: 3), .init("by title", short: "title", importance: 1)],
    middle: [.init("Refreshing 120/250", short: "120/250", importance: 4)],
    right: [.init("? help", importance: 2), .init("12/340", importance: 5)])

  @Test(
    "gives way in the order of importance",
    arguments: [
      (60, "Sample roll  by title    Refreshing 120/250   ? help  12/340"),
      (55, "Sample roll  title  Refreshing 120/250   ? help  12/340"),
      (46, "Sample roll  title  120/250    ? help  12/340"),
      (38, "Sample roll   120/250   ? help  12/340"),
      (30, "Sample roll   120/250   12/340"),
      (20, "120/250       12/340"),
      (8, "  12/340"), (4, "12/…"),
    ])
  func shrinking(width: Int, expected: String) {
    let shown = screen(width, 1) { line.draw(in: $0) }[0]
    #expect(words(shown) == words(expected))
    #expect(SafeText.width(of: shown) <= width)
  }

  private func words(_ text: String) -> [Substring] { text.split(separator: " ") }

  @Test("fits any width")
  func anyWidth() {
    for width in 0..<100 {
      let fitted = line.fitted(to: width)
      let segments = fitted.left + fitted.middle + fitted.right
      #expect(!segments.isEmpty)
      let whole = segments.reduce(0) { $0 + $1.text.count } + 2 * (segments.count - 1)
      #expect(whole <= width || segments.count == 1)
    }
  }

  private final class Clock {
    var due: [@MainActor @Sendable () -> Void] = []
    var changes = 0
  }

  @Test("shows one message after the other, errors until a key")
  func toasts() {
    let clock = Clock()
    let toasts = Toasts { _, work in clock.due.append(work) }
    toasts.onChange = { clock.changes += 1 }
    toasts.show(Toast(.info, "one"))
    toasts.show(Toast(.info, "two"))
    #expect(toasts.current?.text == "two" && clock.due.count == 2)
    clock.due[0]()
    #expect(toasts.current?.text == "two")
    toasts.show(Toast(.error, "bad"))
    clock.due[1]()
    toasts.show(Toast(.info, "three"))
    toasts.show(Toast(.error, "worse"))
    #expect(toasts.current?.text == "bad")
    #expect(toasts.dismissError() && toasts.current?.text == "worse")
    toasts.show(Toast(.info, "four"))
    #expect(toasts.dismissError() && toasts.current?.text == "four")
    #expect(!toasts.dismissError())
    clock.due[2]()
    #expect(toasts.current == nil)
    #expect(clock.changes == 6)
  }

  @Test("tells how far a piece of work is in plain characters")
  func progress() {
    var progress = ProgressIndicator(label: "Refreshing")
    #expect(progress.text == "Refreshing" && progress.textWithBar == "Refreshing")
    progress.done = 120
    #expect(progress.text == "Refreshing 120")
    progress.total = 250
    #expect(progress.textWithBar == "Refreshing 120/250 [####------]")
    progress.done = 900
    #expect(progress.fraction == 1)
  }

  @Test("shows a message with its hint, whatever the width", arguments: [80, 30, 12, 3])
  func toastDrawing(width: Int) {
    let toast = Toast(.info, "Deleted “Sunset over the harbour”", hint: "u undo")
    let row = screen(width, 1) { toast.draw(in: $0) }[0]
    if width == 80 { #expect(row == " Deleted “Sunset over the harbour”  u undo") }
    if width == 30 { #expect(row == " Deleted “Sunset over…  u undo") }
  }
}
