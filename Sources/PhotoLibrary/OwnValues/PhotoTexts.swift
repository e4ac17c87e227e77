/// The title, the description and the tags of a photo, as a user edits them.
public struct PhotoTexts: Hashable, Sendable {
  /// The title; empty if the photo has none.
  public var title: String
  /// The description without markup; empty if the photo has none.
  public var description: String
  /// The tags, each without white space.
  public var tags: [String]

  /// Creates texts.
  public init(title: String, description: String, tags: [String]) {
    (self.title, self.description, self.tags) = (title, description, tags)
  }
}

extension PhotoTexts {
  /// Creates the texts that were received, without those of the user.
  init(received values: PhotoValues) {
    title = values.receivedTitle
    description = values.receivedSubtitle
    tags = TagList(values.receivedTags).tags
  }
}

extension Photo {
  /// The texts with the user's changes; line breaks that the user typed are in them.
  public var texts: PhotoTexts {
    let received = receivedTexts
    return PhotoTexts(
      title: ownTitle ?? received.title, description: ownDescription ?? received.description,
      tags: TagList(tags).tags)
  }

  /// The texts that were received, without those of the user.
  public var receivedTexts: PhotoTexts { PhotoTexts(received: PhotoValues(self)) }

  /// A Boolean value that indicates whether the user gave the photo a title, a description or tags.
  public var hasOwnTexts: Bool { ownTitle != nil || ownDescription != nil || ownValues.changesTags }
}
