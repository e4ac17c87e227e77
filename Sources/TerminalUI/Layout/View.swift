public import Terminal

/// Something that draws itself into a window of cells, from what it knows, and changes nothing but the cells.
@MainActor public protocol View: AnyObject {
  /// Draws the whole window; `isFocused` when keys go here.
  func draw(in canvas: Canvas, isFocused: Bool)
}
