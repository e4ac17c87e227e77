public import PhotoLibrary

/// What a refresh brought, in words.
public enum RefreshPresentation {
  /// One sentence, as the browser and the command line tell it: what matters most first, as a narrow screen cuts it off.
  public static func sentence(for summary: RefreshSummary) -> String {
    let photos = summary.photos
    let counts = "\(photos.new) new, \(photos.changed) changed, \(photos.unchanged) unchanged"
    let what = summary.broughtNothing ? "Nothing new" : counts
    return "\(what): \(count(summary.total, "photo")) in the library (\(details(of: summary)))"
  }

  private static func details(of summary: RefreshSummary) -> String {
    let photos = summary.photos
    var parts: [String] = []
    if summary.broughtNothing, photos.unchanged > 0 { parts.append("\(photos.unchanged) unchanged") }
    if photos.deleted > 0 { parts.append("\(photos.deleted) skipped as deleted") }
    if photos.unreadable > 0 { parts.append("\(photos.unreadable) skipped as unreadable") }
    parts += [count(summary.pages, "page"), count(summary.requests, "request")]
    return parts.joined(separator: ", ")
  }

  private static func count(_ number: Int, _ word: String) -> String {
    "\(number) \(word)\(number == 1 ? "" : "s")"
  }
}
