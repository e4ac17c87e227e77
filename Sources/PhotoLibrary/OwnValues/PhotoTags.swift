/// The tags of several photos.
public enum PhotoTags {
  /// Returns the tags of photos with the numbers of photos that have them, those of most photos first, then in the order in
  /// which they were found; case does not matter.
  ///
  /// - Complexity: O(*n*) in the number of tags of all photos.
  public static func counts(of photos: [Photo]) -> [(tag: String, count: Int)] {
    var places: [String: Int] = [:]
    var counts: [(tag: String, count: Int)] = []
    for photo in photos {
      for tag in TagList(photo.tags).tags {
        let key = TagList.key(tag)
        if let place = places[key] {
          counts[place].count += 1
        } else {
          places[key] = counts.count
          counts.append((tag, 1))
        }
      }
    }
    return counts.enumerated().sorted { ($1.element.count, $0.offset) < ($0.element.count, $1.offset) }
      .map(\.element)
  }

  /// Returns the numbers of photos that have each of some tags, whatever their case and their normal form.
  ///
  /// - Complexity: O(*n*) in the number of tags of all photos.
  public static func counts(of tags: [String], in photos: [Photo]) -> [String: Int] {
    let lists = photos.map { TagList($0.tags) }
    let counts = tags.map { tag in (tag, lists.count { $0.contains(tag) }) }
    return Dictionary(counts, uniquingKeysWith: { first, _ in first })
  }
}
