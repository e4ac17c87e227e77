/// When a frame may be drawn that no input asked for: a few at once, then so many a second.
///
/// The first changes after a pause are shown at once, so that nobody waits for what a key started. A stream of changes, such
/// as an import, neither keeps the main actor busy with drawing nor fills a slow line.
///
/// This is the generic cell rate algorithm (ITU-T I.371, annex A).
struct FramePacing {
  /// The frames that may follow each other at once.
  static let burst = 4
  /// The time between two frames of a longer series.
  static let interval = Duration.milliseconds(30)

  /// The time at which all frames so far would have been drawn, had they come one per interval.
  private var due: ContinuousClock.Instant?

  /// Returns how long the next frame has to wait.
  func delay(at now: ContinuousClock.Instant) -> Duration {
    guard let due else { return .zero }
    return max(.zero, due - Self.interval * (Self.burst - 1) - now)
  }

  /// Notes that a frame was drawn.
  mutating func drew(at now: ContinuousClock.Instant) { due = max(due ?? now, now) + Self.interval }
}
