public import PhotoLibrary

/// The outcome of a sync in words.
public enum SyncPresentation {
  /// One sentence for the command line.
  public static func sentence(for summary: SyncSummary) -> String {
    switch summary.end {
    case .canceled: "Sync canceled: " + figures(of: summary)
    case .everythingChecked where summary.checked == 0:
      "Nothing to check: sample and file photos have no owner to ask"
    default: Words.capitalized(figures(of: summary))
    }
  }

  /// One sentence about a sync that failed; `reason` is the cause as a sentence.
  public static func sentence(for failure: SyncFailure, reason: String) -> String {
    if failure.summary.end == .canceled { return sentence(for: failure.summary) }
    return "\(Words.clause(reason)); \(figures(of: failure.summary))."
  }

  private static func figures(of summary: SyncSummary) -> String {
    guard summary.checked > 0 else { return "no photo checked" }
    let unclear = summary.unclear > 0 ? ", \(summary.unclear) without an answer" : ""
    let result =
      summary.gone.isEmpty && summary.unclear == 0
      ? "all still there"
      : "\(summary.gone.count) removed by their owners, \(summary.present) still there" + unclear
    let rest = summary.waiting > 0 ? "; \(summary.waiting) not checked yet" : ""
    return "\(Words.count(summary.checked, "photo")) checked, \(result)\(rest)"
  }
}
