internal import Dispatch
public import Terminal

/// A short message at the foot of the screen.
public struct Toast: Hashable, Sendable {
  /// How long it stays.
  public enum Kind: Hashable, Sendable {
    /// Something was done: goes by itself after a while.
    case info
    /// Something failed: stays until a key.
    case error
  }

  /// How long it stays.
  public var kind: Kind
  /// What happened, in words.
  public var text: String
  /// What can be done about it, such as `u undo`.
  public var hint: String

  /// Makes a message.
  public init(_ kind: Kind, _ text: String, hint: String = "") {
    self.kind = kind
    self.text = text
    self.hint = hint
  }
}

/// The messages that are to be seen, one after the other.
@MainActor public final class Toasts {
  /// Has `work` done once, after a time.
  public typealias Schedule = @MainActor (Duration, @escaping @MainActor @Sendable () -> Void) -> Void

  /// How long a message stays that goes by itself.
  public static let infoDuration = Duration.seconds(4)

  /// The message to be seen now.
  public private(set) var current: Toast?
  /// Called when another message is to be seen, or none any more.
  public var onChange: @MainActor () -> Void = {}
  private var waiting: [Toast] = []
  private var turn = 0
  private let schedule: Schedule

  /// Makes an empty queue; `schedule` is the clock, by default the main queue's.
  public init(schedule: @escaping Schedule = Toasts.onMainQueue) { self.schedule = schedule }

  /// Shows a message: at once in place of one that goes by itself, after an error that is still to be seen.
  public func show(_ toast: Toast) {
    if current?.kind == .error {
      waiting.append(toast)
      return
    }
    present(toast)
  }

  /// A key was pressed: an error has been seen.
  ///
  /// Returns whether there was one.
  @discardableResult
  public func dismissError() -> Bool {
    guard current?.kind == .error else { return false }
    showNext()
    return true
  }

  /// Takes back whatever is to be seen or waits.
  public func clear() {
    waiting = []
    if current != nil { present(nil) }
  }

  private func showNext() {
    // Of several messages that go by themselves only the last is still news.
    let firstError = waiting.firstIndex { $0.kind == .error }
    let next = firstError.map { waiting[$0] } ?? waiting.last
    waiting = firstError.map { Array(waiting[($0 + 1)...]) } ?? []
    present(next)
  }

  private func present(_ toast: Toast?) {
    current = toast
    turn += 1
    if toast?.kind == .info {
      let turn = turn
      schedule(Self.infoDuration) { [weak self] in self?.expire(turn) }
    }
    onChange()
  }

  private func expire(_ turn: Int) {
    if turn == self.turn { showNext() }
  }

  /// Has work done by the main queue.
  public static func onMainQueue(after delay: Duration, work: @escaping @MainActor @Sendable () -> Void) {
    let (seconds, fraction) = delay.components
    let nanoseconds = Int(seconds) * 1_000_000_000 + Int(fraction / 1_000_000_000)
    DispatchQueue.main.asyncAfter(deadline: .now() + .nanoseconds(nanoseconds)) {
      MainActor.assumeIsolated(work)
    }
  }
}

extension Toast {
  /// Draws the message over the first row of `canvas`, the hint at its end.
  @MainActor public func draw(in canvas: Canvas) {
    let style: Style = kind == .error ? Style(foreground: .red, .bold).with(.reverse) : .bold
    canvas.fill(Rect(x: 0, y: 0, width: canvas.size.width, height: 1), style: kind == .error ? style : .plain)
    let mark = kind == .error ? " ! " : " "
    let hintWidth = hint.isEmpty ? 0 : SafeText.width(of: hint, upTo: canvas.size.width / 2) + 2
    var x = canvas.draw(mark, at: .zero, style: style)
    x += canvas.draw(text, at: Point(x: x, y: 0), width: canvas.size.width - x - hintWidth, style: style)
    guard hintWidth > 0 else { return }
    let hintStyle = kind == .error ? style : .dim
    canvas.draw(hint, at: Point(x: x + 2, y: 0), width: hintWidth - 2, style: hintStyle)
  }
}
