internal import CNcurses
internal import Glibc

/// A reader of answers from a terminal while no event loop reads its input.
///
/// Bytes are read one at a time, so that input typed after the last answer stays for the next reader. Input typed before it is
/// put back where the system allows it (`dev.tty.legacy_tiocsti` on Linux), and lost elsewhere.
struct AnswerListener {
  private let input: CInt
  private var bytes = TypedAhead()

  /// Creates a reader of a terminal.
  ///
  /// - Parameter beginning: The bytes that were read already, such as the first ones of an answer.
  init(to input: CInt = STDIN_FILENO, after beginning: [UInt8] = []) {
    self.input = input
    for byte in beginning { _ = bytes.consume(byte) }
  }

  /// The bytes that were typed meanwhile.
  var typed: [UInt8] { bytes.typed }

  /// Returns the next answer; `nil` if none comes before `end`.
  mutating func next(before end: ContinuousClock.Instant) -> Answer? {
    while let byte = nextByte(before: end) {
      if let answer = bytes.consume(byte) { return answer }
    }
    return nil
  }

  /// Types again what was typed.
  ///
  /// - Precondition: The terminal echoes nothing: it was echoed when it was typed, or the next reader does it.
  consuming func putBack() {
    var bytes = typed
    guard !bytes.isEmpty else { return }
    // What was typed later stands behind it.
    while let byte = nextByte(before: .now) { bytes.append(byte) }
    for byte in bytes where ps_type(input, CChar(bitPattern: byte)) != 0 { return }
  }

  /// The next byte; `nil` if none is there and none comes before `end`.
  private func nextByte(before end: ContinuousClock.Instant) -> UInt8? {
    while true {
      let rest = max(.zero, end - .now)
      var descriptor = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
      // Rounded up, so that it does not turn round and round in the last millisecond. A signal ends the call, and not the wait.
      if poll(&descriptor, 1, Int32((rest / .milliseconds(1)).rounded(.up))) > 0 {
        var byte: UInt8 = 0
        let count = read(input, &byte, 1)
        if count == 1 { return byte }
        guard count < 0, errno == EINTR || errno == EAGAIN else { return nil }
      } else if rest == .zero {
        return nil
      }
    }
  }
}
