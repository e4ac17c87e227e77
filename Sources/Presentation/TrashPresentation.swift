public import PhotoLibrary

/// Moving photos to the trash in words.
public enum TrashPresentation {
  /// Returns the question before files are moved, with the paths of the first copies.
  ///
  /// - Parameters:
  ///   - plans: The files; `nil` if they could not be read.
  ///   - photos: The number of photos.
  public static func question(about plans: [TrashPlan]?, photos: Int) -> String {
    let files = plans.map { Words.count($0.reduce(0) { $0 + $1.count }, "file") } ?? "the files"
    let count = plans?.count { $0.count > 0 } ?? photos
    let copied = (plans ?? []).map(\.paths).filter { $0.count > 1 }
    // The end of a long question is cut off where there is no room: the copies are not expected, the rest is.
    let copies = examples(of: copied, among: count)
    return "Move \(files) of \(Words.count(count, "photo")) to the trash\(copies), with their sidecars, "
      + "and delete the photo\(count == 1 ? "" : "s") from the library?"
  }

  /// Returns the outcome in a sentence: `Moved 2 photos with 3 files to the trash; 1 photo stays`.
  public static func sentence(about summary: TrashSummary) -> String {
    let photos = Words.count(summary.photos, "photo")
    let files = summary.files == summary.photos ? "" : " with \(Words.count(summary.files, "file"))"
    let count = summary.problems.count
    let rest = count == 0 ? "" : "; \(Words.count(count, "photo")) \(count == 1 ? "stays" : "stay")"
    return "Moved \(photos)\(files) to the trash\(rest)"
  }

  /// Returns a sentence for each photo of which several files were moved, as “Moved /a/boat.jpg and its copy /b/boat.jpg”.
  public static func copies(in summary: TrashSummary) -> [String] {
    summary.copies.map { "Moved \(words(for: $0))." }
  }

  /// Returns a clause about the files of photos that have copies: `: /a/boat.jpg and its copy /b/boat.jpg`.
  private static func examples(of copied: [[String]], among count: Int) -> String {
    guard let first = copied.first else { return "" }
    if count == 1 { return ": " + words(for: first) }
    let rest = copied.count - 1
    return ", among them " + words(for: first)
      + (rest == 0 ? "" : ", and copies of \(Words.count(rest, "more photo"))")
  }

  /// Returns a path and those of its copies: `/a/boat.jpg and its copies /b/boat.jpg and /c/boat.jpg`.
  private static func words(for paths: [String]) -> String {
    guard let first = paths.first, paths.count > 1 else { return paths.first ?? "" }
    return "\(first) and its \(paths.count == 2 ? "copy" : "copies") \(Words.list(Array(paths.dropFirst())))"
  }
}
