import Transfer

/// The state of an image host.
struct PictureHost {
  typealias Instant = ContinuousClock.Instant

  enum Trouble { case busy, unreachable }

  /// The last problem; nil if the host has responded since.
  private(set) var trouble: Trouble?
  /// The error of the picture whose request detected the problem.
  private(set) var error: PictureFetchError?
  /// The end of the current pause.
  private(set) var pausedUntil: Instant?
  /// The number of pauses since the last response.
  private var pauses = 0

  /// Returns whether a transfer may start: after a pause a single one tests the host.
  func mayBegin(at now: Instant, inFlight: Int) -> Bool {
    guard trouble != nil else { return true }
    return inFlight == 0 && !isPaused(at: now)
  }

  func isPaused(at now: Instant) -> Bool { pausedUntil.map { $0 > now } ?? false }

  /// Pauses the host, for longer each time, and at least as long as it asked.
  ///
  /// Transfers that were in flight together fail together, which counts once.
  mutating func pause(
    _ trouble: Trouble, _ error: PictureFetchError, for asked: Duration?, at now: Instant,
    _ policy: RetryPolicy
  ) {
    self.error = error
    // A pause that the host asked for lasts, also if a transfer that was in flight then cannot reach it.
    if self.trouble != .busy || !isPaused(at: now) { self.trouble = trouble }
    if !isPaused(at: now) {
      pauses += 1
      pausedUntil = policy.delay(after: pauses).map { now.advanced(by: $0) }
    }
    if let asked {
      // A day is practically unlimited; without a bound the sum could overflow.
      let end = now.advanced(by: min(asked, .seconds(86_400)))
      pausedUntil = max(pausedUntil ?? end, end)
    }
  }

  /// Records a response of the host.
  ///
  /// Responses to transfers that were in flight when the host asked for a pause do not end the pause.
  mutating func recordAnswer(at now: Instant) {
    if trouble == .busy, isPaused(at: now) { return }
    self = PictureHost()
  }

  /// Ends a pause that the host did not ask for.
  mutating func endWaiting() {
    if trouble == .unreachable { pausedUntil = nil }
  }
}
