internal import Foundation

enum Signals {
  /// Keeps signals that are for the process off this thread, so that they reach the thread that waits for them.
  ///
  /// `SIGPIPE` is among them: libcurl leaves it to the program when it may not change signal handlers. Faults of
  /// the thread itself are not: blocked, they would end the process without its handlers.
  static func leaveToOtherThreads() {
    var signals = sigset_t()
    sigfillset(&signals)
    for fault in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT] { sigdelset(&signals, fault) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }
}
