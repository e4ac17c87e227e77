internal import Dispatch

/// A question to a terminal that may not get it at once: it is asked a few times.
///
/// tmux drops what it cannot pass on to the terminal around it, such as while it draws a pane that was just opened.
@MainActor final class RepeatedQuestion {
  /// The number of times that the question is asked again.
  private static let count = 3

  private var timer: (any DispatchSourceTimer)?

  /// Asks a question again after the patience for an answer, and then each second, in place of the former question.
  ///
  /// - Parameters:
  ///   - ask: Asks, if the answer is missing.
  ///   - end: Runs a second after the last time.
  func begin(_ ask: @escaping @MainActor () -> Void, end: @escaping @MainActor () -> Void) {
    cancel()
    let timer = DispatchSource.makeTimerSource(queue: .main)
    timer.schedule(deadline: .now() + Screen.patience / .seconds(1), repeating: 1)
    var rest = Self.count
    timer.setEventHandler {
      let isOver = rest == 0
      MainActor.assumeIsolated { isOver ? end() : ask() }
      rest -= 1
      if isOver { timer.cancel() }
    }
    timer.activate()
    self.timer = timer
  }

  /// Asks no more.
  func cancel() {
    timer?.cancel()
    timer = nil
  }
}
