import Foundation
import Terminal

/// Messages for users: on standard error, never mixed with data.
enum Talk {
  /// Writes a line, made safe: it may quote text from outside.
  static func line(_ text: String) { write(SafeText.fitted(text) + "\n") }

  /// Writes lines of our own.
  static func text(_ text: String) { write(text + "\n") }

  /// Shows what is going on in one line that is written over again; on a terminal only.
  static func progress(_ text: String) {
    guard isTerminal else { return }
    // Padded with spaces, not erased with a control sequence, because standard output may not be a terminal.
    let width = width
    let line = SafeText.fitted(text, to: width)
    write("\r" + line + String(repeating: " ", count: width - SafeText.width(of: line)))
  }

  /// Performs work that shows its progress, and clears the line of the progress when it ends.
  @MainActor
  static func withProgress<Result>(_ work: @MainActor () async throws -> Result) async throws -> Result {
    defer { endProgress() }
    return try await work()
  }

  private static func endProgress() {
    if isTerminal { write("\r" + String(repeating: " ", count: width) + "\r") }
  }

  /// The width that fits into the terminal without a line break.
  private static var width: Int { min(78, max(1, (PlainTerminal.width(of: STDERR_FILENO) ?? 80) - 1)) }
  private static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// A terminal that is gone takes no message.
  private static func write(_ text: String) {
    try? OpenFile.standardError.write(Array(text.utf8))
  }
}
