public import PhotoLibrary

/// What a refresh brought, in words.
public enum RefreshPresentation {
  /// One sentence, as the browser and the command line tell it.
  public static func sentence(for summary: RefreshSummary) -> String {
    let photos = summary.photos
    let there = "\(count(summary.total, "photo")) in the library"
    var parts = summary.broughtNothing ? [] : ["\(photos.new) new", "\(photos.changed) changed"]
    if !summary.broughtNothing || photos.unchanged > 0 { parts.append("\(photos.unchanged) unchanged") }
    if photos.deleted > 0 { parts.append("\(photos.deleted) skipped as deleted") }
    if photos.unreadable > 0 { parts.append("\(photos.unreadable) skipped as unreadable") }
    let work = [count(summary.pages, "page"), count(summary.requests, "request")]
    guard summary.broughtNothing else {
      return parts.joined(separator: ", ") + ": \(there) (\(work.joined(separator: ", ")))"
    }
    return "Nothing new: \(there) (\((parts + work).joined(separator: ", ")))"
  }

  private static func count(_ number: Int, _ word: String) -> String {
    "\(number) \(word)\(number == 1 ? "" : "s")"
  }
}
