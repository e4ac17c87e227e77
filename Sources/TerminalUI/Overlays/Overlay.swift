public import Terminal

/// A view over whatever is on the screen, which takes the events while it is open.
@MainActor public protocol Overlay: View {
  /// The place of the overlay, as it was last laid out; a click outside closes it.
  var box: Rect { get }
  /// Returns the place of the overlay in a window of `size`; what is in view stays.
  func box(in size: Size) -> Rect
  /// The whole content in lines, where nothing is drawn.
  var text: [String] { get }
  /// Handles an event.
  func handle(_ event: InputEvent) -> OverlayOutcome
}
