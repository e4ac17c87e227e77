public import PhotoLibrary

/// Titles, descriptions and tags of the user beside the received ones.
extension PhotoPresentation {
  /// Returns lines by which a user knows a photo: photographer and date, and the file or the page.
  public static func identity(of photo: Photo) -> [String] {
    let name = photo.photographer.map { Self.name(of: $0, distinction: $0.distinction) }
    let date = photo.taken.map { taken($0, granularity: photo.takenGranularity) }
    return [
      [name, date].compactMap { $0 }.joined(separator: ", "), photo.filePath ?? photo.pageURL ?? "",
    ].filter { !$0.isEmpty }
  }

  /// Returns the received texts that the user replaced, each with the name of the value.
  public static func replacedTexts(of photo: Photo) -> [(name: String, text: String)] {
    guard photo.hasOwnTexts else { return [] }
    let (shown, received) = (photo.texts, photo.receivedTexts)
    return [
      ("title", shown.title, received.title), ("description", shown.description, received.description),
      ("tags", shown.tags.joined(separator: " "), received.tags.joined(separator: " ")),
    ].compactMap { name, shown, received in
      shown == received ? nil : (name, received.isEmpty ? "nothing" : received)
    }
  }

  /// Returns the outcome of a change of texts in a sentence: `Edited 3 photos: 2 titles, 4 tags`.
  public static func sentence(about summary: PhotoTextSummary) -> String {
    let parts = [
      (summary.titles, "title"), (summary.descriptions, "description"), (summary.tags, "tag"),
    ].filter { $0.0 > 0 }.map { Words.count($0.0, $0.1) }
    let missing =
      switch summary.missing {
      case 0: ""
      case 1: "; 1 photo is no longer in the library"
      default: "; \(summary.missing) photos are no longer in the library"
      }
    guard summary.photos > 0 else { return "Nothing was changed\(missing)" }
    return "Edited \(Words.count(summary.photos, "photo")): \(parts.joined(separator: ", "))\(missing)"
  }
}
