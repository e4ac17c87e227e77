public import PhotoLibrary

/// The progress and the result of a sync in words.
public enum SyncPresentation {
  /// Returns the result in one sentence.
  public static func sentence(for summary: SyncSummary) -> String {
    switch summary.end {
    case .canceled: "Sync canceled: " + figures(of: summary)
    case .everythingChecked where summary.checked == 0:
      "Nothing to check: sample and file photos have no owner to ask"
    default: Words.capitalized(figures(of: summary))
    }
  }

  /// Returns a sentence about a failed sync; `reason` is the cause as a sentence.
  public static func sentence(for failure: SyncFailure, reason: String) -> String {
    if failure.summary.end == .canceled { return sentence(for: failure.summary) }
    return "\(Words.clause(reason)); \(figures(of: failure.summary))."
  }

  /// Returns the progress of a sync as a phrase.
  public static func phrase(for progress: SyncProgress) -> String {
    switch progress {
    case .asking(let photo, let count): "Checking photo \(photo) of \(count)"
    case .waiting(let photo, let why, let seconds): "Photo \(photo) \(why) \(seconds) s"
    }
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
