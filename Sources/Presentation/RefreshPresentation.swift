public import PhotoLibrary

/// The progress and the result of a refresh in words: short for the screen, with figures for the command line.
public enum RefreshPresentation {
  /// Returns the sentence for the command line, with figures and the reason for the end of the refresh.
  public static func sentence(for summary: RefreshSummary) -> String {
    let figures = figures(of: summary)
    return switch summary.end {
    case .canceled: "Refresh canceled: " + figures
    default: Words.capitalized(figures) + "; " + words(for: summary.end) + others(in: summary)
    }
  }

  /// Returns the sentence for the command line about a failed refresh; `reason` is the cause as a sentence.
  public static func sentence(for failure: RefreshFailure, reason: String) -> String {
    if failure.summary.end == .canceled { return sentence(for: failure.summary) }
    let details = details(of: failure.summary)
    let clause = "\(Words.clause(reason)); \(added(by: failure.summary))"
    return details.isEmpty ? clause + "." : clause + " (\(details))."
  }

  /// Returns the notice for the screen, short enough for one line.
  public static func notice(for summary: RefreshSummary) -> String {
    switch summary.end {
    case .canceled: "Refresh canceled, \(added(by: summary))"
    case .nothingNew where summary.broughtNothing, .folderRead where summary.broughtNothing:
      "Up to date" + unreadable(in: summary) + others(in: summary)
    case _ where summary.broughtNothing: "Nothing new: " + reason(for: summary.end) + others(in: summary)
    default: Words.capitalized(changes(of: summary)) + unreadable(in: summary) + others(in: summary)
    }
  }

  /// Returns a sentence for each of the first `limit` files that cannot be read, and one about the rest.
  public static func unreadableFiles(of summary: RefreshSummary, limit: Int = 20) -> [String] {
    let files = summary.unreadableFiles
    var sentences = files.prefix(limit).map { "Cannot read \($0.path): \(Words.clause($0.reason))." }
    let rest = unreadableCount(in: summary) - sentences.count
    if rest > 0, !files.isEmpty { sentences.append("\(Words.count(rest, "more file")) cannot be read.") }
    return sentences
  }

  /// Returns the notice for the screen about a failed refresh; `reason` is the cause as a sentence.
  public static func notice(for failure: RefreshFailure, reason: String) -> String {
    if failure.summary.end == .canceled { return notice(for: failure.summary) }
    return "\(Words.clause(reason)); \(added(by: failure.summary))"
  }

  /// Returns the notice for the screen after the sample roll was loaded into a new library.
  ///
  /// - Parameters:
  ///   - summary: The result of the refresh.
  ///   - help: The key that shows the keys.
  ///   - source: The key that shows other sources.
  public static func welcome(for summary: RefreshSummary, help: String, source: String) -> String {
    "This is the sample roll: \(Words.count(summary.total, "photo")). \(help) shows the keys, \(source) other sources."
  }

  // MARK: Parts

  /// Returns the numbers of new and changed photos, unless they are zero: “3 new photos, 2 changed”.
  private static func changes(of summary: RefreshSummary) -> String {
    let (new, changed) = (summary.photos.new, summary.photos.changed)
    let parts = [
      new > 0 ? Words.count(new, "new photo") : nil,
      changed == 0 ? nil : new > 0 ? "\(changed) changed" : Words.count(changed, "changed photo"),
      summary.gone > 0 ? Words.count(summary.gone, "missing file") : nil,
    ]
    return parts.compactMap(\.self).joined(separator: ", ")
  }

  /// Returns clauses about an album that could not be fetched and about files that cannot be shown: “; 12 files of kinds that
  /// are not shown yet (CRW, TIFF); to show 3 files, install libheif1”.
  private static func others(in summary: RefreshSummary) -> String {
    let missing = summary.missingPackages.sorted { $0.key < $1.key }.map { package, count in
      "; to show \(Words.count(count, "file")), install \(package)"
    }
    let album = summary.albumFailure.map { "; the album itself could not be fetched: \(Words.clause($0))" }
    let count = summary.otherKinds.values.reduce(0, +)
    let kinds = summary.otherKinds.keys.sorted().map { $0.uppercased() }.joined(separator: ", ")
    let others = "; \(Words.count(count, "file")) of kinds that are not shown yet (\(kinds))"
    return (album ?? "") + (count > 0 ? others : "") + missing.joined()
  }

  /// Returns a clause about files that cannot be read: “; cannot read a.jpg: it is not a picture”.
  private static func unreadable(in summary: RefreshSummary) -> String {
    let (files, count) = (summary.unreadableFiles, unreadableCount(in: summary))
    guard let first = files.first else { return "" }
    if count == 1 { return "; cannot read \(first.name): \(Words.clause(first.reason))" }
    let names = files.prefix(2).map(\.name).joined(separator: ", ")
    return "; cannot read \(count) files (\(names)\(count > 2 ? ", …" : ""))"
  }

  /// Returns the number of files that cannot be read, of which the summary names at most 1,000.
  private static func unreadableCount(in summary: RefreshSummary) -> Int {
    summary.photos.unreadable + summary.unreadableSidecars
  }

  private static func added(by summary: RefreshSummary) -> String {
    summary.broughtNothing ? "nothing added" : changes(of: summary)
  }

  private static func figures(of summary: RefreshSummary) -> String {
    let photos = summary.photos
    let counts =
      "\(Words.count(photos.new, "new photo")), \(photos.changed) changed, \(photos.unchanged) unchanged"
    let what = summary.broughtNothing ? "nothing new" : counts
    let details = details(of: summary)
    let total = "\(what); the library has \(Words.count(summary.total, "photo"))"
    return details.isEmpty ? total : total + " (\(details))"
  }

  /// Returns the reason for the end of a refresh as a part of a sentence.
  private static func words(for end: RefreshEnd) -> String {
    switch end {
    case .everythingRead, .emptyPage, .ceiling: reason(for: end)
    case .folderRead: "the whole folder was read"
    case .nothingNew: "the rest is already in the library"
    case .pageLimit: "stopped after the requested number of pages"
    case .photoLimit: "stopped after the requested number of new photos"
    case .canceled: "canceled"
    case .failed: "failed"
    }
  }

  /// Returns the reason why a refresh found no more photos.
  private static func reason(for end: RefreshEnd) -> String {
    switch end {
    case .emptyPage: "the last page was empty"
    case .ceiling: "Flickr returns no more of this list"
    case .pageLimit, .photoLimit: "all photos of this page are known"
    case .folderRead: "all photos of this folder are known"
    default: "this source has no more photos"
    }
  }

  private static func details(of summary: RefreshSummary) -> String {
    let photos = summary.photos
    var parts: [String] = []
    if summary.broughtNothing, photos.unchanged > 0 { parts.append("\(photos.unchanged) unchanged") }
    if photos.deleted > 0 { parts.append("\(photos.deleted) skipped because deleted") }
    if photos.unreadable > 0 { parts.append("\(photos.unreadable) skipped because unreadable") }
    if summary.unreadableSidecars > 0 {
      parts.append(Words.count(summary.unreadableSidecars, "unreadable sidecar"))
    }
    if summary.gone > 0 { parts.append(Words.count(summary.gone, "missing file")) }
    if summary.end != .folderRead {
      parts += [Words.count(summary.pages, "page"), Words.count(summary.requests, "request")]
    }
    return parts.joined(separator: ", ")
  }
}
