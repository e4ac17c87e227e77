public import PhotoLibrary

/// What a refresh brought, in words.
public enum RefreshPresentation {
  /// One sentence, as the browser and the command line tell it: what matters most first, as a narrow screen cuts it off.
  public static func sentence(for summary: RefreshSummary) -> String {
    let figures = figures(of: summary)
    return switch summary.end {
    case .cancelled: "Refresh cancelled: " + figures
    default: Words.capitalized(figures) + "; " + words(for: summary.end)
    }
  }

  /// Why a refresh failed, and what it did until then; `reason` is the cause as a sentence.
  public static func sentence(for failure: RefreshFailure, reason: String) -> String {
    if failure.summary.end == .cancelled { return sentence(for: failure.summary) }
    return "\(Words.sentence(reason)) Until then: \(figures(of: failure.summary))."
  }

  private static func figures(of summary: RefreshSummary) -> String {
    let photos = summary.photos
    let counts = "\(photos.new) new, \(photos.changed) changed, \(photos.unchanged) unchanged"
    let what = summary.broughtNothing ? "nothing new" : counts
    return "\(what): \(Words.count(summary.total, "photo")) in the library (\(details(of: summary)))"
  }

  /// Why it ended, as a part of a sentence.
  private static func words(for end: RefreshEnd) -> String {
    switch end {
    case .everythingRead: "the source has no more"
    case .emptyPage: "the last page was empty"
    case .ceiling: "there is more, which Flickr does not give"
    case .nothingNew: "the rest is known"
    case .pageLimit: "as many pages as asked for"
    case .photoLimit: "as many new photos as asked for"
    case .cancelled: "cancelled"
    case .failed: "failed"
    }
  }

  private static func details(of summary: RefreshSummary) -> String {
    let photos = summary.photos
    var parts: [String] = []
    if summary.broughtNothing, photos.unchanged > 0 { parts.append("\(photos.unchanged) unchanged") }
    if photos.deleted > 0 { parts.append("\(photos.deleted) skipped as deleted") }
    if photos.unreadable > 0 { parts.append("\(photos.unreadable) skipped as unreadable") }
    parts += [Words.count(summary.pages, "page"), Words.count(summary.requests, "request")]
    return parts.joined(separator: ", ")
  }
}
