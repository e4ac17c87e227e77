import Foundation
import ObjectGraph
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
    let line = SafeText.fitted(text, to: width)
    write("\r" + line + String(repeating: " ", count: width - SafeText.width(of: line)))
  }

  /// Clears the line of the progress.
  static func endProgress() {
    if isTerminal { write("\r" + String(repeating: " ", count: width) + "\r") }
  }

  /// The width that fits into most terminals without a line break.
  private static let width = 78
  private static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// A terminal that is gone takes no message.
  private static func write(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }
}

/// An error as one sentence.
enum Sentence {
  /// Returns the description of an error and the possible remedy.
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
