extension PhotoRecord {
  /// The title to show: the trimmed title, else the trimmed description without markup, else “Unknown”.
  ///
  /// O(length).
  ///
  /// It is text from outside: it may hold line breaks and control characters.
  public var displayTitle: String {
    title.flatMap(PlainText.visible) ?? description.map(PlainText.withoutMarkup).flatMap(PlainText.visible)
      ?? "Unknown"
  }

  /// The description as one line: without markup, runs of blanks and line breaks as one blank.
  ///
  /// O(length).
  public var subtitle: String {
    PlainText.folded(PlainText.withoutMarkup(description ?? ""))
  }

  /// The owner's name without white space at its ends; `nil` when the answer does not say one that can be seen.
  public var displayOwnerName: String? {
    ownerName.flatMap(PlainText.visible)
  }
}
