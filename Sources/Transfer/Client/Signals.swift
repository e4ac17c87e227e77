internal import Foundation

enum Signals {
  /// Blocks process-directed signals on this thread, so that they reach the thread that waits for them.
  ///
  /// `SIGPIPE` is included: libcurl leaves it to the program if it may not change signal handlers.
  /// Synchronous faults of the thread are not: if blocked, they would end the process without its handlers.
  static func leaveToOtherThreads() {
    var signals = sigset_t()
    sigfillset(&signals)
    for fault in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT] { sigdelset(&signals, fault) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }
}
