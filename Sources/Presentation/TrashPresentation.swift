public import PhotoLibrary

/// The outcome of moving photos to the trash in words.
public enum TrashPresentation {
  /// Returns the outcome in a sentence: `Moved 2 photos with 3 files to the trash; 1 photo stays`.
  public static func sentence(about summary: TrashSummary) -> String {
    let photos = Words.count(summary.photos, "photo")
    let files = summary.files == summary.photos ? "" : " with \(Words.count(summary.files, "file"))"
    let count = summary.problems.count
    let rest = count == 0 ? "" : "; \(Words.count(count, "photo")) \(count == 1 ? "stays" : "stay")"
    return "Moved \(photos)\(files) to the trash\(rest)"
  }
}
