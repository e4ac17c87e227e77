internal import Foundation

extension TerminalSession {
  /// The default environment of a program: an xterm, UTF-8, and no home folder, so that it does not access
  /// the user's files.
  public static var standardEnvironment: [String: String] {
    let own = ProcessInfo.processInfo.environment
    let kept = own.filter { Self.inherited.contains($0.key) }
    return kept.merging([
      "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "HOME": "/nonexistent", "SHELL": "/bin/sh",
    ]) { $1 }
  }

  /// The variables with paths of programs and libraries, and those that builds with coverage or sanitizers
  /// read.
  private static let inherited: Set = [
    "PATH", "LD_LIBRARY_PATH", "TMPDIR", "LLVM_PROFILE_FILE", "ASAN_OPTIONS", "TSAN_OPTIONS",
  ]
}
