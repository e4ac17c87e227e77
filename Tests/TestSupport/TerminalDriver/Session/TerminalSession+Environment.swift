internal import Foundation

extension TerminalSession {
  /// The environment of a program unless a test says otherwise: an xterm, UTF-8 and no home, so that
  /// nothing of the user's own is read or written.
  public static var standardEnvironment: [String: String] {
    let own = ProcessInfo.processInfo.environment
    let kept = own.filter { Self.inherited.contains($0.key) }
    return kept.merging([
      "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "HOME": "/nonexistent", "SHELL": "/bin/sh",
    ]) { $1 }
  }

  /// Where programs and libraries are, and what a build with coverage or sanitizers reads.
  private static let inherited: Set = [
    "PATH", "LD_LIBRARY_PATH", "TMPDIR", "LLVM_PROFILE_FILE", "ASAN_OPTIONS", "TSAN_OPTIONS",
  ]
}
