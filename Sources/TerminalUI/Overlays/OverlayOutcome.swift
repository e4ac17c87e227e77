/// The outcome of an event in an ``Overlay``.
public enum OverlayOutcome: Hashable, Sendable {
  /// The overlay used the event, or nothing does.
  case handled
  /// The overlay closes.
  case closed
  /// The event is for the screen below.
  case ignored
}
