import Presentation
import TerminalUI

/// The result of an export in words.
enum ExportPresentation {
  /// Returns the message at the end of an export of `count` pictures.
  static func message(for outcome: ExportJob.Outcome, of count: Int, folder: String) -> Toast {
    if count == 1, let path = outcome.paths.first { return Toast(.info, "Written to \(path)") }
    let reason = outcome.failures.first.map { "\($0)" } ?? ""
    if count == 1, outcome.failures.count == 1 { return Toast(.error, reason) }
    let written = outcome.paths.isEmpty ? "No picture" : Words.count(outcome.paths.count, "picture")
    let amount = outcome.paths.count == count ? written : "\(written) of \(count)"
    if outcome.isCancelled { return Toast(.info, "Canceled: \(amount) written to \(folder)") }
    guard !outcome.failures.isEmpty else { return Toast(.info, "\(amount) written to \(folder)") }
    return Toast(.error, "\(amount) written to \(folder), \(outcome.failures.count) not: \(reason)")
  }

  /// Returns a message for each file that was not written but the first, which the message about all of them names.
  static func details(of outcome: ExportJob.Outcome) -> [Toast] {
    outcome.failures.dropFirst().map { Toast(.error, "\($0)") }
  }
}
