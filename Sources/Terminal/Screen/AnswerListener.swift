internal import CNcurses
internal import Glibc

/// A reader of answers from the terminal while no event loop reads its input; keys are discarded.
struct AnswerListener {
  private var parser = InputParser()
  private var buffer = [UInt8](repeating: 0, count: 1024)

  /// Returns the answers that come next, which may be none yet; nil if nothing comes until the end.
  mutating func next(before end: ContinuousClock.Instant) -> [Answer]? {
    let rest = end - ContinuousClock.now
    var descriptor = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    guard rest > .zero, poll(&descriptor, 1, Int32(rest / .milliseconds(1)) + 1) > 0 else { return nil }
    let count = read(STDIN_FILENO, &buffer, buffer.count)
    guard count > 0 else { return nil }
    _ = parser.parse(buffer[..<count])
    return parser.removeAnswers()
  }
}
