import PhotoFiles

/// The outcome of a change of texts of photos.
public struct PhotoTextSummary: Hashable, Sendable {
  /// The number of photos that were changed.
  public var photos = 0
  /// The number of titles that were changed.
  public var titles = 0
  /// The number of descriptions that were changed.
  public var descriptions = 0
  /// The number of tags that were added to photos or removed from them.
  public var tags = 0
  /// The number of photos that are no longer in the library.
  public var missing = 0

  /// Creates a summary of no changes.
  public init() {}

  /// Counts what differs between the values of a photo before a change and after it.
  mutating func count(from before: PhotoValues, to after: PhotoValues) {
    guard !before.isExactly(after) else { return }
    photos += 1
    if !before.own.title.isExactly(after.own.title) { titles += 1 }
    if !before.own.description.isExactly(after.own.description) { descriptions += 1 }
    let (old, new) = (Self.tags(before), Self.tags(after))
    tags += old.symmetricDifference(new).count
  }

  private static func tags(_ values: PhotoValues) -> Set<ExactText> {
    Set(TagList(values.tags).tags.map(ExactText.init))
  }
}
