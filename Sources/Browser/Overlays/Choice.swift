/// A text that can be chosen instead of typed.
nonisolated struct Choice: Hashable, Sendable {
  /// The text.
  let text: String
  /// The description of the text; empty if the text is sufficient.
  var meaning = ""
  /// The text as the list shows it, if that is not all of it.
  var label: String?
}
