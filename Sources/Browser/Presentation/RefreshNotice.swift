import PhotoLibrary

/// What a refresh did, as the short message of the browser.
enum RefreshNotice {
  /// The message at the end of a refresh; at the end of the first one, what the user sees and can do.
  static func text(for summary: RefreshSummary, isSampleRoll: Bool = false) -> String {
    let added = added(summary)
    if isSampleRoll, summary.photos.new == summary.total, summary.total > 0 {
      return
        "This is the sample roll: \(Words.count(summary.total, "photo")). ? shows the keys, S other sources"
    }
    return switch summary.end {
    case .cancelled: "Refresh cancelled, " + (added ?? "nothing added")
    case _ where added != nil: Words.capitalized(added ?? "")
    case .nothingNew: "Up to date"
    case .ceiling: "Nothing new: Flickr gives no more of this list"
    case .everythingRead: "Nothing new: this source has no more photos"
    case .emptyPage, .pageLimit, .photoLimit, .failed: "Nothing new"
    }
  }

  /// The message about a refresh that failed for a reason, which is a sentence.
  static func text(for failure: RefreshFailure, reason: String) -> String {
    if failure.summary.end == .cancelled { return text(for: failure.summary) }
    return "\(Words.sentence(reason)) " + Words.capitalized(added(failure.summary) ?? "nothing was added")
      + "."
  }

  /// What came, as a part of a sentence; `nil` when nothing did.
  private static func added(_ summary: RefreshSummary) -> String? {
    let (new, changed) = (summary.photos.new, summary.photos.changed)
    let parts = [
      new > 0 ? Words.count(new, "new photo") : "", changed > 0 ? "\(changed) changed" : "",
    ].filter { !$0.isEmpty }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}
