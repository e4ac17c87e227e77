public import Terminal

/// A view over whatever is on the screen, which takes the events while it is open.
@MainActor public protocol Overlay: View {
  /// Handles an event.
  func handle(_ event: InputEvent) -> OverlayOutcome
}
