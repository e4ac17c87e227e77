public import Terminal

/// A short text about a row, such as a rating.
public struct RowMark: Hashable, Sendable {
  /// The text.
  public var text: String
  /// The style of the text; `nil` for that of the title.
  public var style: Style?

  /// Creates a mark.
  public init(_ text: String, style: Style? = nil) {
    self.text = text
    self.style = style
  }
}
