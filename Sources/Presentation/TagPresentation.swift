public import PhotoLibrary

/// Tags of several photos in words.
public enum TagPresentation {
  /// The highest number of tags that are listed together.
  private static let limit = 12

  /// Returns the tags of photos: those on all of them, then those on some with their numbers; `nil` without tags.
  public static func sentence(aboutTagsOf photos: [Photo]) -> String? {
    let counts = PhotoTags.counts(of: photos)
    guard photos.count > 1 else { return counts.isEmpty ? nil : "Has " + list(counts.map(\.tag)) }
    let groups = Dictionary(grouping: counts, by: \.count).sorted { $0.key > $1.key }
    let parts = groups.map { count, tags in
      let place = count == photos.count ? "on all \(count)" : "on \(count) of \(photos.count)"
      return "\(place): \(list(tags.map(\.tag)))"
    }
    return parts.isEmpty ? nil : Words.capitalized(parts.joined(separator: " · "))
  }

  private static func list(_ tags: [String]) -> String {
    tags.prefix(limit).joined(separator: " ") + (tags.count > limit ? " and \(tags.count - limit) more" : "")
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
