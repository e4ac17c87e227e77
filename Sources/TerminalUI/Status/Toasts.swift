internal import Dispatch
internal import Glibc

/// The messages to the user: the one in view, and those before it.
///
/// A message takes the place of the one in view, except that an error stays until the next command: what comes
/// meanwhile is counted, and stands in the ``history``. What background work says waits until the answer to a
/// command has been in view, and stays in view for a moment although the user goes on, because no key asked for it: only
/// the answer to a command takes its place.
@MainActor public final class Toasts {
  /// Has `work` done once, after a time.
  public typealias Schedule = @MainActor (Duration, @escaping @MainActor @Sendable () -> Void) -> Void

  /// A message that was shown.
  public struct Entry: Hashable, Sendable {
    /// The message.
    public let toast: Toast
    /// The local time at which it was shown, as `14:03:22`.
    public let time: String
  }

  /// The time for which an informational message stays visible.
  public static let infoDuration = Duration.seconds(4)
  /// The time for which a message of background work stays visible although the user goes on.
  public static let leastDuration = Duration.seconds(1)
  /// The number of messages that are kept.
  public static let historyLimit = 500

  /// The message in view.
  public private(set) var current: Toast?
  /// The number of messages since the last command, while one of them is in view.
  public private(set) var count = 0
  /// The latest messages, the oldest first.
  public private(set) var history: [Entry] = []
  /// The number of all messages.
  public private(set) var total = 0
  /// Called when another message is in view, or none.
  public var onChange: @MainActor () -> Void = {}
  /// Called with every message.
  public var onShow: @MainActor (Toast) -> Void = { _ in }
  /// The message of background work that is still to be shown, the latest one unless an error waits, and the number of those
  /// that came with it and before it.
  private var waiting: (toast: Toast, count: Int)?
  private var stay = Stay.untilCommand
  private var turn = 0
  private let schedule: Schedule
  private let clock: () -> String

  /// The end of the message in view.
  private enum Stay {
    /// It ends when a command begins.
    case untilCommand
    /// It does not end before the least time is over.
    case least
    /// The same, and a command has begun.
    case leastDuringCommand
  }

  /// Creates an empty list of messages.
  ///
  /// - Parameters:
  ///   - schedule: The timer that ends messages; the main queue's by default.
  ///   - clock: The time of day as a text.
  public init(
    schedule: @escaping Schedule = Toasts.onMainQueue, clock: @escaping () -> String = Toasts.timeOfDay
  ) {
    self.schedule = schedule
    self.clock = clock
  }

  /// Shows a message.
  public func show(_ toast: Toast) {
    add(toast)
    // The answer to a command may come after an error of background work that came while it was awaited.
    if stay == .leastDuringCommand || stay == .least && current?.kind == .error { makeWay() }
    count += 1
    if current?.kind == .error, toast.kind == .info { return onChange() }
    present(toast)
  }

  /// Shows what background work has to say: at once if no message is in view or it is an error, else after that message.
  ///
  /// - Parameters:
  ///   - toast: The message.
  ///   - details: Messages that stand before it in the ``history``, and are counted but not shown.
  public func showInTurn(_ toast: Toast, details: [Toast] = []) {
    (details + [toast]).forEach(add)
    count += details.count + 1
    guard current != nil, toast.kind == .info else { return present(toast, .least) }
    let next = waiting.flatMap { $0.toast.kind == .error ? $0.toast : nil } ?? toast
    waiting = (next, (waiting?.count ?? 0) + details.count + 1)
    onChange()
  }

  private func add(_ toast: Toast) {
    total += 1
    history.append(Entry(toast: toast, time: clock()))
    if history.count > Self.historyLimit { history.removeFirst(history.count - Self.historyLimit) }
    onShow(toast)
  }

  /// Ends the message in view, because what it says is over.
  public func withdraw() { if current != nil { presentNext() } }

  /// Ends the errors so far, because what they say is over.
  public func withdrawErrors() {
    if waiting?.toast.kind == .error { waiting = nil }
    if current?.kind == .error { presentNext() }
  }

  /// Ends the message in view, because the user goes on.
  public func beginCommand() {
    guard current != nil else { return }
    guard stay == .untilCommand else { return stay = .leastDuringCommand }
    present(nil)
    guard waiting != nil else { return }
    // The answer to the command comes first.
    schedule(.zero) { [weak self] in
      guard let self, current == nil else { return }
      presentNext()
    }
  }

  /// Ends the message in view for the answer to a command; an error comes again after it, in place of what waits.
  private func makeWay() {
    if let error = current, error.kind == .error { waiting = (error, count + (waiting?.count ?? 0)) }
    (current, count) = (nil, 0)
  }

  /// Ends the message in view, and shows the one that waits.
  private func presentNext() {
    let next = waiting
    waiting = nil
    present(nil)
    guard let next else { return }
    count = next.count
    present(next.toast, .least)
  }

  private func present(_ toast: Toast?, _ stay: Stay = .untilCommand) {
    (current, self.stay) = (toast, stay)
    if toast == nil { count = 0 }
    turn += 1
    let turn = turn
    if toast?.kind == .info { schedule(Self.infoDuration) { [weak self] in self?.expire(turn) } }
    if stay == .least { schedule(Self.leastDuration) { [weak self] in self?.endLeast(turn) } }
    onChange()
  }

  private func endLeast(_ turn: Int) {
    guard turn == self.turn else { return }
    if stay == .leastDuringCommand { presentNext() } else { stay = .untilCommand }
  }

  private func expire(_ turn: Int) {
    if turn == self.turn { presentNext() }
  }

  /// Has work done by the main queue.
  public static func onMainQueue(after delay: Duration, work: @escaping @MainActor @Sendable () -> Void) {
    let (seconds, fraction) = delay.components
    let nanoseconds = Int(seconds) * 1_000_000_000 + Int(fraction / 1_000_000_000)
    DispatchQueue.main.asyncAfter(deadline: .now() + .nanoseconds(nanoseconds)) {
      MainActor.assumeIsolated(work)
    }
  }

  /// The local time, as `14:03:22`.
  public nonisolated static func timeOfDay() -> String {
    var now = time(nil)
    var parts = tm()
    guard localtime_r(&now, &parts) != nil else { return "" }
    return [parts.tm_hour, parts.tm_min, parts.tm_sec].map { $0 < 10 ? "0\($0)" : "\($0)" }
      .joined(separator: ":")
  }
}
