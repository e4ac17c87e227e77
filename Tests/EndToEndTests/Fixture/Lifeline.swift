import Foundation
import TestSupport

/// A named pipe whose write end only one program holds: its end is that of the program, regardless of its parent.
final class Lifeline: Sendable {
  let path: String
  private let descriptor: Int32

  init(_ path: String) throws {
    self.path = path
    guard mkfifo(path, 0o600) == 0 else { throw CocoaError(.fileWriteUnknown) }
    descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
  }

  deinit { close(descriptor) }

  /// Whether the program ends within a minute; it must have begun.
  func ends() async -> Bool {
    await withCheckedContinuation { continuation in
      Thread { [descriptor] in
        var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        continuation.resume(returning: poll(&state, 1, 60_000) == 1 && state.revents & Int16(POLLHUP) != 0)
      }.start()
    }
  }
}

extension Home {
  /// Opens the browser as the job of a shell that leads the session.
  ///
  /// - Parameter isInteractive: A Boolean value that indicates whether the shell is one that a user types into: it passes
  ///   SIGHUP on to its jobs.
  func browse(lifeline: Lifeline, isInteractive: Bool = false) throws -> TerminalSession {
    let script = #"set -m; "$0" 9>"$1"; exit $?"#
    return try TerminalSession(
      isInteractive ? "/bin/bash" : "/bin/sh",
      arguments: (isInteractive ? ["--norc", "-i"] : [])
        + ["-c", script, try Products.program(), lifeline.path],
      environment: environment, folder: folder.url.path, home: folder)
  }
}
