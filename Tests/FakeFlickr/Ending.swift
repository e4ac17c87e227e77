import Foundation

/// What the program waits for.
///
/// Made before anything else: threads that are started later hold the signals back too, and none gets lost.
struct Ending {
  private var signals = sigset_t()

  init() {
    sigemptyset(&signals)
    for signal in [SIGINT, SIGTERM] { sigaddset(&signals, signal) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  /// Returns after Ctrl-C, a request to end, or, if asked for, the end of standard input.
  func wait(untilEOF: Bool) {
    if untilEOF {
      Thread {
        while !FileHandle.standardInput.availableData.isEmpty {}
        kill(getpid(), SIGTERM)
      }.start()
    }
    var signals = signals
    var which: Int32 = 0
    while sigwait(&signals, &which) != 0 {}
  }
}
