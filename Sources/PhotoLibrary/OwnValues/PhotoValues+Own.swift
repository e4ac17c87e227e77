import Flickr

extension PhotoValues {
  /// Changes the user's values, and the shown ones that depend on them.
  mutating func edit(_ change: (inout OwnValues, _ receivedTags: String?) -> Void) {
    change(&own, receivedTags)
    showTexts()
    showTags()
  }

  /// Shows the user's title and description, and the received ones in place of those that are `nil`.
  mutating func showTexts() {
    var texts = PhotoRecord(id: flickrID)
    (texts.title, texts.description) = (rawTitle, rawDescription)
    title = own.title ?? texts.displayTitle
    subtitle = own.description ?? texts.subtitle
  }

  /// Shows the received tags with the user's changes.
  mutating func showTags() { tags = own.tags(of: receivedTags) }
}
