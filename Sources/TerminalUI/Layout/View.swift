public import Terminal

/// Something that is drawn into a window of cells.
///
/// A frame has two steps. ``layout(_:)`` computes all that the frame shows, and may read it from a source. After that,
/// ``draw(in:isFocused:)`` writes cells: it reads no source and changes nothing, so that the same layout gives the same
/// cells.
@MainActor public protocol View: AnyObject {
  /// Computes what a window of `size` shows.
  ///
  /// Must be called before each ``draw(in:isFocused:)`` that comes after a change.
  func layout(_ size: Size)
  /// Writes the cells of the last layout; `isFocused` when keys go to the view.
  ///
  /// - Precondition: The size of `canvas` is that of the last layout.
  func draw(in canvas: Canvas, isFocused: Bool)
}

extension View {
  /// Lays the view out for a canvas and draws it there.
  public func show(in canvas: Canvas, isFocused: Bool) {
    layout(canvas.size)
    draw(in: canvas, isFocused: isFocused)
  }
}
