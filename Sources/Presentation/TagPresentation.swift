public import PhotoLibrary

/// Tags of several photos in words.
public enum TagPresentation {
  /// Returns the tags of photos: those on all of them, and those on some with their numbers; `nil` without tags.
  public static func sentence(aboutTagsOf photos: [Photo]) -> String? {
    let counts = PhotoTags.counts(of: photos)
    let common = counts.filter { $0.count == photos.count }.map(\.tag)
    let partial = counts.filter { $0.count < photos.count }
    let parts = [
      common.isEmpty
        ? nil : (photos.count == 1 ? "Has" : "On all \(photos.count):") + " " + common.joined(separator: " "),
      partial.isEmpty
        ? nil : partial.map { "\($0.tag) on \($0.count) of \(photos.count)" }.joined(separator: ", "),
    ].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: " · ")
  }

  /// Returns the outcome of a renaming of a tag in a sentence.
  public static func sentence(
    about renaming: TagRenaming, from old: String, to new: String, amongSelected: Bool
  ) -> String {
    guard renaming.photos > 0 else {
      return "No \(amongSelected ? "selected photo" : "photo") has the tag \(old)"
    }
    let merged =
      switch renaming.merged {
      case 0: ""
      case renaming.photos:
        renaming.photos == 1 ? ", which had \(new) already" : ", all of which had \(new) already"
      default: "; \(renaming.merged) of them had \(new) already"
      }
    return "Renamed \(old) to \(new) on \(Words.count(renaming.photos, "photo"))\(merged)"
  }
}
