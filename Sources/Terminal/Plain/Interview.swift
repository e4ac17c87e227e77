internal import CNcurses
internal import Glibc

/// Queries a terminal that shows no screen for its capabilities, and waits briefly for the answers.
///
/// Until then the terminal is in noncanonical mode without echo; the mode is restored however the program
/// ends. Input typed meanwhile is for the next reader (``AnswerListener``).
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
      listen(&inquiry, until: end)
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

  /// Takes answers, and puts back what was typed meanwhile.
  private static func listen(_ inquiry: inout Inquiry, until end: ContinuousClock.Instant) {
    var listener = AnswerListener(to: input)
    var hasAllAnswers = false
    while !hasAllAnswers, let answer = listener.next(before: end) {
      inquiry.apply(answer)
      // tmux answers for itself before the terminal around it does, whose answers would be taken for typing.
      let isComplete = !inquiry.capabilities.isInsideTmux || inquiry.capabilities.acceptsKittyPictures
      hasAllAnswers = !inquiry.isAwaited && isComplete
    }
    listener.putBack()
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
