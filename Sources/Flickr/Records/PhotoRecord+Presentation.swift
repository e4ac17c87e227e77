extension PhotoRecord {
  /// The title for display: the trimmed title, else the trimmed description without markup, else “Unknown”.
  ///
  /// It is untrusted text, and may contain line breaks and control characters.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  public var displayTitle: String {
    visibleTitle ?? description.map(PlainText.withoutMarkup).flatMap(PlainText.visible)
      ?? "Unknown"
  }

  /// The trimmed title; `nil` if the response contains no visible one.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  public var visibleTitle: String? { title.flatMap(PlainText.visible) }

  /// The description in one line: without markup, with runs of white space replaced by one blank.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  public var subtitle: String {
    PlainText.folded(PlainText.withoutMarkup(description ?? ""))
  }

  /// The owner's name without surrounding white space; `nil` if the response contains no visible name.
  public var displayOwnerName: String? {
    ownerName.flatMap(PlainText.visible)
  }
}
