/// Something that shows a part of a picture, or of several at once.
@MainActor protocol Zoomable: AnyObject {
  /// A Boolean value that indicates whether a part is seen that can be moved.
  var isEnlarged: Bool { get }
  /// Enlarges by steps, or makes smaller if negative.
  func zoom(_ steps: Int)
  /// Shows the pixels as they are, or the whole picture again.
  func togglePixels()
  /// Fills the room, or shows the whole picture again.
  func toggleFill()
  /// Moves the part that is seen.
  func pan(dx: Int, dy: Int)
}
