/// The use of a style: what a part of the screen is, whatever it looks like.
public enum StyleRole: String, CaseIterable, Hashable, Sendable {
  /// The frame around what has the focus.
  case frame
  /// The title of what has the focus.
  case title
  /// The row under the cursor, and a text that typing replaces.
  case cursor
  /// The heading of a section.
  case heading
  /// A text that stands out.
  case strong
  /// A text that is less important than others, and a frame without the focus.
  case weak
  /// The part of a title that matches a search.
  case match
  /// An error.
  case error
}
