internal import CNcurses
internal import Glibc

/// Queries a terminal that shows no screen for its capabilities, and waits briefly for the answers.
///
/// Until then the terminal is in noncanonical mode without echo; the mode is restored however the program
/// ends. Bytes are read one at a time, so input typed after the last answer stays for the next reader. Input
/// typed before it is put back where the system allows it (`dev.tty.legacy_tiocsti` on Linux), and lost
/// elsewhere.
@MainActor enum Interview {
  private static let input = STDIN_FILENO
  private static let output = STDOUT_FILENO

  /// A Boolean value that indicates whether the terminal can answer: input and output are terminals, and the
  /// program may use them.
  static var isPossible: Bool {
    // Another job that changes the line is stopped for it.
    isatty(input) == 1 && isatty(output) == 1 && tcgetpgrp(input) == getpgrp()
  }

  /// Puts the questions, runs `body`, and takes what is answered within ``Screen/patience``.
  static func hold<Result>(_ inquiry: inout Inquiry, while body: () throws -> Result) rethrows -> Result {
    defer { inquiry.giveUp() }
    var settings = termios()
    guard inquiry.isAwaited, isPossible, tcgetattr(input, &settings) == 0 else { return try body() }
    TerminalGuard.watch(noticesTo: -1)
    TerminalGuard.arm(terminal: input, settings: settings, text: "")
    defer {
      TerminalGuard.disarm()
      TerminalGuard.unwatch()
    }
    var quiet = settings.givingBytes
    guard tcsetattr(input, TCSANOW, &quiet) == 0 else { return try body() }
    let end = ContinuousClock.now + Screen.patience
    TerminalLine.write(Array(inquiry.questions.utf8), to: output)
    // Also when `body` throws: the answers come all the same.
    defer {
      putBack(listen(&inquiry, until: end))
      tcsetattr(input, TCSANOW, &settings)
    }
    return try body()
  }

  /// Returns a Boolean value that indicates whether a terminal answers what it can do, which every terminal
  /// does that shows more than lines.
  static func isAnswered() -> Bool {
    var inquiry = Inquiry.ofIdentity
    hold(&inquiry) {}
    return inquiry.capabilities.attributes != nil
  }

  /// Types again what was typed, still without an echo: it was echoed when it was typed, or the next reader does it.
  private static func putBack(_ typed: [UInt8]) {
    guard !typed.isEmpty else { return }
    // What was typed later stands behind it.
    var bytes = typed
    while let byte = nextByte(before: .now) { bytes.append(byte) }
    for byte in bytes where ps_type(input, CChar(bitPattern: byte)) != 0 { return }
  }

  /// Returns what was typed meanwhile.
  private static func listen(_ inquiry: inout Inquiry, until end: ContinuousClock.Instant) -> [UInt8] {
    var bytes = TypedAhead()
    var hasAllAnswers = false
    while !hasAllAnswers, let byte = nextByte(before: end) {
      guard let answer = bytes.consume(byte) else { continue }
      inquiry.apply(answer)
      // tmux answers for itself before the terminal around it does, whose answers would be taken for typing.
      let isComplete = !inquiry.capabilities.isInsideTmux || inquiry.capabilities.acceptsKittyPictures
      hasAllAnswers = !inquiry.isAwaited && isComplete
    }
    return bytes.typed
  }

  /// The next byte; nil if none is there and none comes before `end`.
  private static func nextByte(before end: ContinuousClock.Instant) -> UInt8? {
    while true {
      let rest = max(.zero, end - .now)
      var descriptor = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
      // Rounded up, so that it does not turn round and round in the last millisecond.
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

extension termios {
  /// The same settings, but bytes come as they are typed, and are not echoed; keys that send signals still do.
  fileprivate var givingBytes: termios {
    var settings = self
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
    withUnsafeMutableBytes(of: &settings.c_cc) { characters in
      characters[Int(VMIN)] = 1
      characters[Int(VTIME)] = 0
    }
    return settings
  }
}
