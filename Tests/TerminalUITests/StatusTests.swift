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
    "The foot of the screen shortens its parts in the order of importance",
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

  @Test("An important segment is shortened only after less important ones have gone")
  func shortening() {
    let line = StatusLine(
      left: [.init("Fetching page 1: 230 of 408 KB", short: "Page 1", giving: 0, importance: 8)],
      middle: [.init("d delete", importance: -1), .init("? help", importance: 9)])
    #expect(words(screen(50, 1) { line.draw(in: $0) }[0]).contains("delete"))
    #expect(screen(40, 1) { line.draw(in: $0) }[0].hasPrefix("Fetching page 1: 230 of 408 KB"))
    #expect(words(screen(20, 1) { line.draw(in: $0) }[0]) == ["Page", "1", "?", "help"])
  }

  @MainActor private final class Clock {
    private var time = Duration.zero
    private var due: [(time: Duration, work: @MainActor @Sendable () -> Void)] = []
    var changes = 0
    var shown: [String] = []

    func schedule(_ delay: Duration, _ work: @escaping @MainActor @Sendable () -> Void) {
      due.append((time + delay, work))
    }

    /// Lets time pass, and does what is due.
    func advance(_ delay: Duration = .zero) {
      time += delay
      while let next = due.filter({ $0.time <= time }).min(by: { $0.time < $1.time }) {
        due.remove(at: due.firstIndex { $0.time == next.time } ?? 0).work()
      }
    }
  }

  @Test("A message ends with the next command or after a while, an error only with the next command")
  func messages() {
    let clock = Clock()
    let toasts = Toasts(schedule: clock.schedule)
    toasts.onChange = { clock.changes += 1 }
    toasts.onShow = { clock.shown.append($0.text) }
    toasts.show(Toast(.info, "one"))
    clock.advance(.seconds(3))
    toasts.show(Toast(.info, "two"))
    #expect(toasts.current?.text == "two" && toasts.count == 2)
    clock.advance(.seconds(3))
    #expect(toasts.current?.text == "two")
    clock.advance(.seconds(1))
    #expect(toasts.current == nil && toasts.count == 0)
    toasts.show(Toast(.error, "bad"))
    toasts.show(Toast(.info, "three"))
    clock.advance(.seconds(60))
    #expect(toasts.current?.text == "bad" && toasts.count == 2)
    toasts.show(Toast(.error, "worse"))
    #expect(toasts.current?.text == "worse" && toasts.count == 3)
    toasts.beginCommand()
    #expect(toasts.current == nil && toasts.count == 0)
    toasts.beginCommand()
    toasts.show(Toast(.info, "four"))
    toasts.beginCommand()
    #expect(toasts.current == nil)
    #expect(toasts.history.map(\.toast.text) == ["one", "two", "bad", "three", "worse", "four"])
    #expect(clock.shown == toasts.history.map(\.toast.text) && clock.changes > 0)
  }

  @Test("What background work says waits until an answer has been in view; an error does not wait")
  func turns() {
    let clock = Clock()
    let toasts = Toasts(schedule: clock.schedule)
    toasts.showInTurn(Toast(.info, "read"))
    #expect(toasts.current?.text == "read")
    toasts.show(Toast(.info, "answer"))
    toasts.showInTurn(Toast(.info, "older"))
    toasts.showInTurn(Toast(.info, "done"))
    #expect(toasts.current?.text == "answer" && toasts.count == 4)
    clock.advance(Toasts.infoDuration)
    #expect(toasts.current?.text == "done" && toasts.count == 2)
    clock.advance(Toasts.infoDuration)
    #expect(toasts.current == nil && toasts.count == 0)
    // The answer to the next command comes first.
    toasts.show(Toast(.info, "first"))
    toasts.showInTurn(Toast(.info, "last"))
    toasts.beginCommand()
    #expect(toasts.current == nil)
    toasts.show(Toast(.info, "second"))
    clock.advance()
    #expect(toasts.current?.text == "second")
    clock.advance(Toasts.infoDuration)
    #expect(toasts.current?.text == "last")
    clock.advance(Toasts.leastDuration)
    toasts.beginCommand()
    #expect(toasts.current == nil)
    // Without an answer it follows at once.
    toasts.show(Toast(.info, "third"))
    toasts.showInTurn(Toast(.info, "next"))
    toasts.beginCommand()
    clock.advance()
    #expect(toasts.current?.text == "next")
    toasts.showInTurn(Toast(.error, "bad"))
    #expect(toasts.current?.text == "bad")
    // Details are counted with their message, also when it waits.
    clock.advance(Toasts.leastDuration)
    toasts.beginCommand()
    toasts.showInTurn(Toast(.info, "all files"), details: [Toast(.info, "a file"), Toast(.info, "a file")])
    #expect(toasts.current?.text == "all files" && toasts.count == 3)
    toasts.show(Toast(.info, "fourth"))
    toasts.showInTurn(Toast(.info, "again"), details: [Toast(.info, "a file")])
    #expect(toasts.current?.text == "fourth" && toasts.count == 6)
    clock.advance(Toasts.infoDuration)
    #expect(toasts.current?.text == "again" && toasts.count == 2)
    #expect(toasts.history.count == toasts.total && toasts.total == 16)
  }

  @Test("What background work says stays for a moment though keys are pressed; an error comes again")
  func leastTime() {
    let clock = Clock()
    let toasts = Toasts(schedule: clock.schedule)
    for kind in [Toast.Kind.info, .error] {
      toasts.showInTurn(Toast(kind, "work"))
      for _ in 0..<5 { toasts.beginCommand() }
      #expect(toasts.current?.text == "work")
      clock.advance(Toasts.leastDuration)
      #expect(toasts.current == nil && toasts.count == 0)
      // A key that comes later ends it at once.
      toasts.showInTurn(Toast(kind, "more work"))
      clock.advance(Toasts.leastDuration)
      #expect(toasts.current?.text == "more work")
      toasts.beginCommand()
      #expect(toasts.current == nil)
      // The answer to a key is seen at once.
      toasts.showInTurn(Toast(kind, "last work"))
      toasts.beginCommand()
      toasts.show(Toast(.info, "answer"))
      #expect(toasts.current?.text == "answer" && toasts.count == 1)
      clock.advance(Toasts.infoDuration)
      #expect(toasts.current?.text == (kind == .error ? "last work" : nil))
      #expect(toasts.count == (kind == .error ? 1 : 0))
      clock.advance(Toasts.leastDuration)
      toasts.beginCommand()
      #expect(toasts.current == nil)
    }
  }

  @Test("An error of background work hides no answer, and is not displaced by what waits with it")
  func errorsBesideAnswers() {
    let clock = Clock()
    let toasts = Toasts(schedule: clock.schedule)
    // The answer comes later than the error.
    toasts.beginCommand()
    toasts.showInTurn(Toast(.error, "lost"))
    toasts.show(Toast(.info, "answer"))
    #expect(toasts.current?.text == "answer" && toasts.count == 1)
    toasts.showInTurn(Toast(.info, "read"))
    #expect(toasts.count == 2)
    clock.advance(Toasts.infoDuration)
    #expect(toasts.current?.text == "lost" && toasts.count == 2)
    // An information that waits is counted with the error.
    toasts.show(Toast(.info, "later"))
    #expect(toasts.current?.text == "later")
    toasts.showInTurn(Toast(.info, "done"))
    toasts.showInTurn(Toast(.error, "worse"))
    #expect(toasts.current?.text == "worse")
    toasts.show(Toast(.info, "last"))
    #expect(toasts.current?.text == "last")
    clock.advance(Toasts.infoDuration)
    #expect(toasts.current?.text == "worse")
    #expect(toasts.history.count == toasts.total && toasts.total == 7)
  }

  @Test("An error whose reason is over is not shown again")
  func withdrawing() {
    let toasts = Toasts(schedule: { _, _ in })
    toasts.showInTurn(Toast(.error, "lost"))
    toasts.beginCommand()
    toasts.show(Toast(.info, "answer"))
    toasts.withdrawErrors()
    #expect(toasts.current?.text == "answer")
    toasts.withdraw()
    #expect(toasts.current == nil)
    toasts.showInTurn(Toast(.error, "lost"))
    toasts.showInTurn(Toast(.info, "here"))
    toasts.withdrawErrors()
    #expect(toasts.current?.text == "here")
  }

  @Test("Of many messages the latest are kept")
  func history() {
    let toasts = Toasts(schedule: { _, _ in }, clock: { "14:03:22" })
    for number in 1...Toasts.historyLimit + 7 { toasts.show(Toast(.info, "\(number)")) }
    #expect(toasts.history.count == Toasts.historyLimit && toasts.history.first?.toast.text == "8")
    #expect(toasts.total == Toasts.historyLimit + 7 && toasts.history.last?.time == "14:03:22")
  }

  @Test("Progress has a bar only where the whole is known")
  func progress() {
    #expect(ProgressIndicator("Refreshing").bar == nil && ProgressIndicator("Refreshing").fraction == nil)
    #expect(ProgressIndicator("Refreshing", done: 3, of: 0).bar == nil)
    #expect(ProgressIndicator("Refreshing", done: 120, of: 250).bar == "████░░░░░░")
    #expect(ProgressIndicator("Refreshing", done: 900, of: 250).fraction == 1)
    let segments = ProgressIndicator("Page 1: 5 of 9 KB", short: "Page 1", done: 5, of: 9).segments(
      importance: 8)
    #expect(
      segments.map(\.text) == ["Page 1: 5 of 9 KB", "█████░░░░░"] && segments[0].shorterTexts == ["Page 1"])
  }

  private func draw(_ toast: Toast, width: Int, count: Int = 1) -> String {
    screen(width, 1) { toast.draw(in: $0, count: count, list: KeyHint("!", "all")) }[0]
  }

  @Test("The key of a hint is where its text is seen, in the line and behind a message", arguments: 3...90)
  func keys(width: Int) {
    let line = StatusLine(
      left: [.init("Sample roll")], middle: [.init(KeyHint("d", "délete")), .init(KeyHint(.escape, "ends"))],
      right: [.init(":sheet none", importance: 1)])
    let toast = Toast(.info, "Deleted “Sunset”", hint: KeyHint("u", "undo"))
    let hints: [(String, KeyEvent)] = [
      ("d délete", "d"), ("Esc ends", .escape), ("u undo", "u"), ("! all (2)", "!"),
    ]
    let lines = [
      (screen(width, 1) { line.draw(in: $0) }[0], { line.key(at: $0, width: width) }),
      (
        draw(toast, width: width, count: 2),
        { toast.key(at: $0, width: width, count: 2, list: KeyHint("!", "all")) }
      ),
    ]
    for (text, key) in lines {
      var seen: [KeyEvent] = []
      for (hint, expected) in hints {
        guard let range = text.firstRange(of: hint) else { continue }
        let start = text.distance(from: text.startIndex, to: range.lowerBound)
        #expect((start..<start + hint.count).allSatisfy { key($0) == expected })
        #expect(key(start - 1) == nil && key(start + hint.count) == nil)
        seen.append(expected)
      }
      #expect(Set((0..<width).compactMap(key)).isSubset(of: seen) || text.contains("…"))
    }
  }

  @Test("A message has its hint behind it, whatever the width", arguments: [80, 30, 12, 3])
  func drawing(width: Int) {
    let toast = Toast(.info, "Deleted “Sunset over the harbour”", hint: KeyHint("u", "undo"))
    let row = draw(toast, width: width)
    if width == 80 { #expect(row == " Deleted “Sunset over the harbour”  u undo") }
    if width == 30 { #expect(row.contains("…") && row.hasSuffix("! all")) }
  }

  @Test("A message that is cut, or one of several, names the key of the list")
  func list() {
    let long = Toast(.error, String(repeating: "word ", count: 30))
    #expect(draw(long, width: 60).hasSuffix("…  ! all"))
    #expect(draw(Toast(.error, "short"), width: 60) == " ! short")
    #expect(draw(Toast(.error, "short"), width: 60, count: 2) == " ! short  ! all (2)")
  }
}
