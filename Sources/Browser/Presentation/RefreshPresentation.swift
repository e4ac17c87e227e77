public import PhotoLibrary

/// What a refresh brought, in words.
public enum RefreshPresentation {
  /// One sentence, as the browser and the command line tell it.
  public static func sentence(for summary: RefreshSummary) -> String {
    let photos = summary.photos
    guard !summary.broughtNothing else {
      return "Nothing new: \(count(summary.total, "photo")) in the library"
    }
    var parts = ["\(photos.new) new", "\(photos.changed) changed", "\(photos.unchanged) unchanged"]
    if photos.skipped > 0 { parts.append("\(photos.skipped) skipped") }
    return parts.joined(separator: ", ") + ": \(count(summary.total, "photo")) in the library"
  }

  private static func count(_ number: Int, _ word: String) -> String {
    "\(number) \(word)\(number == 1 ? "" : "s")"
  }
}
