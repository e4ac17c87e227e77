import Foundation
import ObjectGraph
import Terminal

/// What is said to people: on standard error, never mixed with data.
enum Talk {
  /// Writes a line, made safe: it may quote text from outside.
  static func line(_ text: String) { write(SafeText.fitted(text) + "\n") }

  /// Writes lines of our own.
  static func text(_ text: String) { write(text + "\n") }

  /// Shows what is going on in one line that is written over again; on a terminal only.
  static func progress(_ text: String) {
    guard isTerminal else { return }
    // Padded, not erased by a sequence: there is to be none when standard output is no terminal.
    let line = SafeText.fitted(text, to: width)
    write("\r" + line + String(repeating: " ", count: width - SafeText.width(of: line)))
  }

  /// Clears the line of the progress.
  static func endProgress() {
    if isTerminal { write("\r" + String(repeating: " ", count: width) + "\r") }
  }

  /// What fits into most terminals without a line break.
  private static let width = 78
  private static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// A terminal that is gone takes no message.
  private static func write(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }
}

/// An error as one sentence.
enum Sentence {
  /// What an error says of itself, and what can be done.
  static func of(_ error: any Error) -> String {
    let advice = (error as? StoreError).flatMap(advice) ?? ""
    let text = String(describing: error)
    return text.hasSuffix(".") ? text : text + advice + "."
  }

  private static func advice(_ error: StoreError) -> String? {
    switch error {
    case .newerVersion: "; use a later Proofsheet, or another folder with --library"
    case .notADatabase, .notAStore, .otherModel, .cannotCreate, .cannotRead, .cannotWrite:
      "; choose another folder with --library"
    case .damaged: "; “proofsheet check” says more"
    case .locked: "; close that program or wait for it, then try again"
    case .diskFull: "; free some space, then try again"
    case .notFound, .readOnly, .changedMeanwhile, .noModel: nil
    }
  }
}
