import PhotoFiles

/// A change of the title, the description and the tags of a photo by the user.
///
/// It says what the user changed, so that values of the same photo that a refresh changes meanwhile are kept.
public struct PhotoTextChange: Hashable, Sendable {
  /// The ID of the photo.
  public let id: String
  /// The new title; empty for the received one; `nil` if it stays.
  public var title: String?
  /// The new description; empty for the received one; `nil` if it stays.
  public var description: String?
  /// The tags that are added.
  public var addedTags: [String] = []
  /// The tags that are removed.
  public var removedTags: [String] = []

  /// Creates a change of nothing.
  public init(id: String) { self.id = id }

  /// Creates the change from the texts before to those after.
  public init(id: String, from before: PhotoTexts, to after: PhotoTexts) {
    self.id = id
    if !after.title.isExactly(before.title) { title = after.title }
    if !after.description.isExactly(before.description) { description = after.description }
    // Another spelling of a tag is another tag here.
    let (old, new) = (Set(before.tags.map(ExactText.init)), Set(after.tags.map(ExactText.init)))
    addedTags = after.tags.filter { !old.contains(ExactText($0)) }
    removedTags = before.tags.filter { !new.contains(ExactText($0)) }
  }

  /// A Boolean value that indicates whether nothing changes.
  public var isEmpty: Bool { self == PhotoTextChange(id: id) }
}
