public import PhotoLibrary

/// The outcome of moving or renaming the files of photos in words.
public enum MovePresentation {
  /// Returns the outcome of a move in a sentence: `Moved 2 photos with 3 files to Tokyo; 1 photo stays: its name is taken`.
  public static func sentence(about summary: MoveSummary, to folder: String) -> String {
    "Moved \(photos(summary)) to \(folder)\(rest(summary))"
  }

  /// Returns the outcome of a renaming in a sentence: `Renamed 2 photos with 3 files`.
  public static func sentence(aboutRenaming summary: MoveSummary) -> String {
    "Renamed \(photos(summary))\(rest(summary))"
  }

  private static func photos(_ summary: MoveSummary) -> String {
    if summary.photos == 0 { return "no photo" }
    let photos = Words.count(summary.photos, "photo")
    return summary.files == summary.photos
      ? photos : "\(photos) with \(Words.count(summary.files, "file"))"
  }

  private static func rest(_ summary: MoveSummary) -> String {
    let count = summary.problems.count
    guard count > 0 else { return "" }
    let stay = "; \(Words.count(count, "photo")) \(count == 1 ? "stays" : "stay")"
    guard summary.taken > 0 else { return stay }
    let reason = summary.taken == 1 ? "its name is taken" : "their names are taken"
    return summary.taken == count ? "\(stay): \(reason)" : "\(stay), \(summary.taken) because \(reason)"
  }
}
