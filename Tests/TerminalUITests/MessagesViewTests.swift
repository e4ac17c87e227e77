import Terminal
import Testing

@testable import TerminalUI

@MainActor @Suite("The list of messages")
struct MessagesViewTests {
  private func toasts(_ texts: String...) -> Toasts {
    let toasts = Toasts(schedule: { _, _ in }, clock: { "14:03:22" })
    for text in texts { toasts.show(Toast(text.hasPrefix("!") ? .error : .info, text)) }
    return toasts
  }

  private func lines(_ view: MessagesView, _ width: Int = 60, _ height: Int = 10) -> [String] {
    screen(width, height) { view.show(in: $0, isFocused: true) }
  }

  @Test("shows the newest message first, with its time, and all of a long one")
  func order() {
    let view = MessagesView(toasts("first", "!" + String(repeating: " broke off", count: 10)))
    let shown = lines(view).joined(separator: "\n")
    #expect(shown.ranges(of: "broke").count == 10)
    #expect(shown.contains("14:03:22 !") && shown.contains("14:03:22   first"))
    let (newest, oldest) = (shown.firstRange(of: "broke"), shown.firstRange(of: "first"))
    #expect(newest.map { newest in oldest.map { newest.lowerBound < $0.lowerBound } ?? false } ?? false)
  }

  @Test("scrolls to its end and back, and keeps its place when messages come")
  func scrolling() {
    let toasts = toasts()
    for number in 1...50 { toasts.show(Toast(.info, "message \(number).")) }
    let view = MessagesView(toasts)
    #expect(lines(view).contains { $0.contains("message 50.") })
    #expect(view.handle(.key("G")) == .handled)
    #expect(lines(view).contains { $0.contains("message 1.") })
    toasts.show(Toast(.info, "another"))
    #expect(lines(view).contains { $0.contains("message 1.") })
    for _ in 1...20 { #expect(view.handle(.key(.pageUp)) == .handled) }
    #expect(lines(view).contains { $0.contains("another") })
  }

  @Test("keeps its place as well when the oldest messages make room for new ones")
  func scrollingWhenFull() {
    let toasts = toasts()
    let long = String(repeating: " long", count: 30)
    for number in 1...Toasts.historyLimit { toasts.show(Toast(.info, "message \(number).\(long)")) }
    let view = MessagesView(toasts)
    // Without the bar at the border, which moves.
    func text() -> [String] { lines(view).map { $0.filter { $0 != "┃" && $0 != "│" } } }
    #expect(text().contains { $0.contains("message 500.") })
    for _ in 1...20 { #expect(view.handle(.key(.pageDown)) == .handled) }
    let before = text()
    for number in 1...5 { toasts.show(Toast(.info, "another \(number)")) }
    #expect(text() == before)
  }

  @Test("closes with Escape, q, Enter and its own key; other keys do nothing")
  func closing() {
    let view = MessagesView(toasts("one"))
    for key: KeyEvent in ["d", "u", "s", "1"] { #expect(view.handle(.key(key)) == .handled) }
    for key: KeyEvent in [.escape, .enter, "q", "!"] { #expect(view.handle(.key(key)) == .closed) }
  }

  @Test("says that there is none yet, and fits the smallest screen", arguments: [(60, 10), (20, 4), (1, 1)])
  func sizes(width: Int, height: Int) {
    let empty = lines(MessagesView(toasts()), width, height)
    if width > 20 { #expect(empty.contains { $0.contains("No messages yet") }) }
    let shown = lines(MessagesView(toasts("a message that is longer than its line")), width, height)
    if width == 20 { #expect(shown.contains { $0.contains("a message") }) }
  }
}
