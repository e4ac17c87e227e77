public import PhotoLibrary

/// The search for looks, and stacks of look-alikes, in words.
public enum LookPresentation {
  /// Returns the result in one sentence.
  public static func sentence(for summary: LookSummary) -> String {
    summary.end == .canceled
      ? "Search for look-alikes canceled: " + figures(of: summary) : Words.capitalized(figures(of: summary))
  }

  /// Returns a sentence about a failed search; `reason` is the cause as a sentence.
  public static func sentence(for failure: LookFailure, reason: String) -> String {
    if failure.summary.end == .canceled { return sentence(for: failure.summary) }
    return "\(Words.clause(reason)); \(figures(of: failure.summary))."
  }

  /// Returns the progress as a phrase.
  public static func phrase(for progress: LookProgress) -> String {
    switch progress {
    case .examining(let done, let count): "Examining pictures: \(done) of \(count)"
    case .comparing: "Comparing pictures"
    }
  }

  /// Returns the reason why a photo is the best of its stack in a few words.
  public static func words(for reason: StackReason) -> String {
    switch reason {
    case .sharpest: "sharpest"
    case .largest: "most pixels"
    case .original: "your own file"
    case .mostViewed: "most views"
    case .first: "came first"
    }
  }

  /// Returns stacks in one sentence.
  ///
  /// - Parameters:
  ///   - counts: The stacks.
  ///   - unseen: The photos without a picture in words; `nil` if there are none.
  public static func sentence(for counts: StackCounts, unseen: String?) -> String {
    [counts.stacks == 0 ? "No look-alikes" : words(for: counts), unseen].compactMap { $0 }.joined(
      separator: "; ")
  }

  private static func words(for counts: StackCounts) -> String {
    "\(Words.count(counts.photos, "photo")) in \(Words.count(counts.stacks, "stack")) of look-alikes"
  }

  private static func figures(of summary: LookSummary) -> String {
    var parts = [
      summary.found == 0 ? "no new picture" : "\(Words.count(summary.found, "new picture")) examined"
    ]
    if summary.unreadable > 0 { parts.append("\(summary.unreadable) cannot be read") }
    if summary.withoutPicture > 0 {
      parts.append("\(Words.count(summary.withoutPicture, "photo")) without a picture yet")
    }
    if let stacks = summary.stacks {
      parts.append(stacks.stacks == 0 ? "no look-alikes" : words(for: stacks))
    }
    return parts.joined(separator: ", ")
  }
}
