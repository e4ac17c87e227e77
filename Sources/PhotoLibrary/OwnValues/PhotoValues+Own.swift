import Flickr

extension PhotoValues {
  /// Changes the user's values, and the shown ones that depend on them.
  mutating func edit(_ change: (inout OwnValues, _ receivedTags: String?) -> Void) {
    change(&own, receivedTags)
    showTexts()
    showTags()
  }

  /// Changes the user's texts; one that is empty, or the received one, leaves no trace.
  mutating func edit(_ change: PhotoTextChange) {
    let (title, description) = (change.title.map(OwnValues.text), change.description.map(OwnValues.text))
    let (receivedTitle, receivedSubtitle) = (receivedTitle, receivedSubtitle)
    edit { own, receivedTags in
      if let title { own.title = title.isExactly(receivedTitle) ? nil : title }
      if let description { own.description = description.isExactly(receivedSubtitle) ? nil : description }
      own.replaceTags(
        of: receivedTags, removing: TagList(change.removedTags), adding: TagList(change.addedTags))
    }
  }

  /// Shows the user's title and description, each in one line, and the received ones in place of those that are `nil`.
  mutating func showTexts() {
    let texts = receivedTexts
    title = own.shownTitle ?? texts.displayTitle
    subtitle = own.shownDescription ?? texts.subtitle
  }

  /// The received title; empty if none was received.
  var receivedTitle: String { receivedTexts.visibleTitle ?? "" }

  /// The received description, in one line and without markup; empty if none was received.
  var receivedSubtitle: String { receivedTexts.subtitle }

  /// A record with the received title and description alone.
  private var receivedTexts: PhotoRecord {
    var texts = PhotoRecord(id: flickrID)
    (texts.title, texts.description) = (rawTitle, rawDescription)
    return texts
  }

  /// Shows the received tags with the user's changes.
  mutating func showTags() { tags = own.tags(of: receivedTags) }
}
