extension PhotoRecord {
  /// The title to show: the trimmed title, else the trimmed description without markup, else “Unknown”.
  ///
  /// O(length).
  ///
  /// It is text from outside: it may hold line breaks and control characters.
  public var displayTitle: String {
    let title = PlainText.trimmed(title ?? "")
    if !title.isEmpty { return title }
    let text = PlainText.trimmed(PlainText.withoutMarkup(description ?? ""))
    return text.isEmpty ? "Unknown" : text
  }

  /// The description as one line: without markup, runs of blanks and line breaks as one blank.
  ///
  /// O(length).
  public var subtitle: String {
    PlainText.folded(PlainText.withoutMarkup(description ?? ""))
  }

  /// The owner's name without white space at its ends; `nil` when the answer does not say one.
  public var displayOwnerName: String? {
    ownerName.map(PlainText.trimmed).flatMap { $0.isEmpty ? nil : $0 }
  }
}
