import Transfer

/// How a host of pictures behaves.
struct PictureHost {
  typealias Instant = ContinuousClock.Instant

  enum Trouble { case busy, unreachable }

  /// What was the matter last; nil when it answered since.
  private(set) var trouble: Trouble?
  /// What a picture came to that ended in the trouble.
  private(set) var error: PictureFetchError?
  /// Until when it is left alone.
  private(set) var pausedUntil: Instant?
  /// How many pauses there were since it last answered.
  private var pauses = 0

  /// Whether a transfer may begin: after a pause one alone finds out whether the others may.
  func mayBegin(at now: Instant, underWay: Int) -> Bool {
    guard trouble != nil else { return true }
    return underWay == 0 && !isPaused(at: now)
  }

  func isPaused(at now: Instant) -> Bool { pausedUntil.map { $0 > now } ?? false }

  /// Leaves the host alone, for longer each time, and for as long as it asked.
  ///
  /// Transfers that were under way together fail together: that counts once.
  mutating func pause(
    _ trouble: Trouble, _ error: PictureFetchError, for asked: Duration?, at now: Instant,
    _ policy: RetryPolicy
  ) {
    self.error = error
    if self.trouble != .busy { self.trouble = trouble }
    if !isPaused(at: now) {
      pauses += 1
      pausedUntil = policy.delay(after: pauses).map { now.advanced(by: $0) }
    }
    if let asked {
      // A day is for ever here; without a bound the sum could overflow.
      let end = now.advanced(by: min(asked, .seconds(86_400)))
      pausedUntil = max(pausedUntil ?? end, end)
    }
  }

  /// The host answered.
  ///
  /// What was under way when it asked for a pause does not end the pause.
  mutating func noteAnswer(at now: Instant) {
    if trouble == .busy, isPaused(at: now) { return }
    self = PictureHost()
  }

  /// Ends a pause that nobody asked for.
  mutating func endWaiting() {
    if trouble == .unreachable { pausedUntil = nil }
  }
}
