public import PhotoLibrary

/// What a sync found out, in words.
public enum SyncPresentation {
  /// One sentence, as the command line tells it.
  public static func sentence(for summary: SyncSummary) -> String {
    switch summary.end {
    case .cancelled: "Sync cancelled: " + figures(of: summary)
    case .everythingChecked where summary.checked == 0: "No photo of the library is to be asked for"
    default: Words.capitalized(figures(of: summary))
    }
  }

  /// Why a sync failed, and what it found out until then; `reason` is the cause as a sentence.
  public static func sentence(for failure: SyncFailure, reason: String) -> String {
    if failure.summary.end == .cancelled { return sentence(for: failure.summary) }
    return "\(Words.sentence(reason)) Until then: \(figures(of: failure.summary))."
  }

  private static func figures(of summary: SyncSummary) -> String {
    var parts = ["\(summary.gone.count) gone", "\(summary.present) there"]
    if summary.unclear > 0 { parts.append("\(summary.unclear) unclear") }
    let waiting = summary.waiting > 0 ? "\(summary.waiting) for another time" : "none for another time"
    return "\(Words.count(summary.checked, "photo")) checked: \(parts.joined(separator: ", ")); \(waiting) "
      + "(\(Words.count(summary.requests, "request")))"
  }
}
