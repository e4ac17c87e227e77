internal import CNcurses
internal import Glibc

/// Gives the terminal back however the program ends: by a signal, a trap or a call of `exit`.
///
/// A trap of Swift says its reason on standard error and then runs an illegal instruction. While the screen is
/// open, standard error (if it is a terminal) is therefore a file in memory, and what it holds is said again on
/// the ordinary screen once that is back. What runs inside a handler is C, in `guard.h` of CNcurses.
///
/// The terminal is a thing of the whole process, and so is this; it belongs to the main actor.
@MainActor enum TerminalGuard {
  /// The signals that end the program, including traps (SIGILL) and a closed terminal window (SIGHUP).
  private static let fatalSignals = [
    SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGHUP, SIGQUIT, SIGTERM, SIGINT, SIGALRM,
  ]
  private static let notices = [SIGWINCH, SIGTSTP, SIGCONT]
  private static var isWatching = false
  private static var runsAtExit = false

  /// Takes the signals over; numbers of those that are no end are written to `pipe`, a byte each.
  ///
  /// To be called before ncurses is started, which leaves signals alone that have a handler.
  static func watch(noticesTo pipe: Int32) {
    ps_guard_set_notices(pipe)
    guard !isWatching else { return }
    isWatching = true
    for signal in fatalSignals { ps_guard_watch_fatal(signal) }
    for signal in notices { ps_guard_watch_notice(signal) }
    if !runsAtExit { ps_guard_at_exit() }
    runsAtExit = true
    prepareThread()
  }

  /// Gives the signals back to whom they belonged before.
  static func unwatch() {
    guard isWatching else { return }
    isWatching = false
    for signal in fatalSignals + notices { ps_guard_unwatch(signal) }
    ps_guard_set_notices(-1)
    ps_guard_set_grace(0)
  }

  /// From now on, an end of the program writes `text` to `terminal` and sets it back to `settings`.
  static func arm(terminal: Int32, settings: termios, text: String) {
    withUnsafePointer(to: settings) { ps_guard_arm(terminal, $0, text, text.utf8.count) }
  }

  /// From now on, an end of the program writes `bytes`, too, and before the others.
  static func setPictures(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { buffer in
      let characters = buffer.bindMemory(to: CChar.self)
      ps_guard_set_pictures(characters.baseAddress, characters.count)
    }
  }

  /// Has requests to end the program (SIGTERM, SIGHUP, SIGINT) wait for its ordinary end, at most for `seconds`; 0 lets them end
  /// the program at once.
  ///
  /// The event loop is notified; after its end, the program is about to end anyway.
  static func setGrace(_ seconds: Int32) { ps_guard_set_grace(seconds) }

  /// The terminal has been given back; messages that were held go out now.
  static func disarm() { ps_guard_disarm() }

  /// Makes sure that an overflow of the calling thread's stack can be handled too.
  static func prepareThread() { ps_guard_prepare_thread() }

  /// Stops the program and its job, and returns when it is continued.
  static func stop() { ps_guard_stop() }
}
