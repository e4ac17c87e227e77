import Foundation
import Terminal

/// What is said to people: on standard error, never mixed with data.
enum Talk {
  /// Writes a line, made safe: it may quote text from outside.
  static func line(_ text: String) { write(SafeText.fitted(text) + "\n") }

  /// Shows what is going on in one line that is written over again; on a terminal only.
  static func progress(_ text: String) {
    guard isTerminal else { return }
    write("\r\(SafeText.fitted(text, to: 78))\u{1b}[K")
  }

  /// Clears the line of the progress.
  static func endProgress() {
    if isTerminal { write("\r\u{1b}[K") }
  }

  private static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  private static func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}

/// An error as one sentence.
enum Sentence {
  /// What an error says of itself.
  static func of(_ error: any Error) -> String {
    String(describing: error)
  }
}
