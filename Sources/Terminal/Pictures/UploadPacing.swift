/// The amount of picture data that is sent at once: so little that a key hardly waits for it.
///
/// The next piece goes out when the terminal has processed the one before, so that nothing piles up on a slow line. The time
/// for which a piece occupies the line is that beyond the shortest answer so far, which is the way there and back.
struct UploadPacing {
  /// The smallest piece in bytes, and the largest.
  let bounds: ClosedRange<Int>
  /// The time that a piece shall occupy the line.
  let times: ClosedRange<Duration>

  /// The size of the next piece in bytes.
  private(set) var limit: Int
  private var sentAt: ContinuousClock.Instant?
  private var shortest = Duration.seconds(1)

  private init(bounds: ClosedRange<Int>, times: ClosedRange<Duration>) {
    (self.bounds, self.times, limit) = (bounds, times, bounds.lowerBound)
  }

  /// The pieces of images before they are needed.
  static let ahead = UploadPacing(bounds: 4 << 10...512 << 10, times: .milliseconds(4) ... .milliseconds(8))
  /// The pictures of a frame that has more of them than one piece: they are waited for, as keys are.
  ///
  /// The least is as much as a line of a megabit takes in about a quarter of a second, and more than most single pictures.
  static let ofFrames = UploadPacing(
    bounds: 32 << 10...512 << 10, times: .milliseconds(6) ... .milliseconds(12))

  /// The time after which an answer no longer counts as on its way.
  static let patience = Duration.seconds(5)

  /// A Boolean value that indicates whether answers come: none is overdue.
  private(set) var isAnswered = true

  /// A Boolean value that indicates whether a piece is on its way.
  var isWaiting: Bool { sentAt != nil }

  /// Notes that a piece is about to be written.
  mutating func begin(at now: ContinuousClock.Instant) { sentAt = now }

  /// Notes that the terminal has processed the piece.
  mutating func end(at now: ContinuousClock.Instant) {
    isAnswered = true
    guard let sentAt else { return }
    self.sentAt = nil
    shortest = min(shortest, now - sentAt)
    let time = now - sentAt - shortest
    if time < times.lowerBound {
      limit = min(limit * 2, bounds.upperBound)
    } else if time > times.upperBound {
      limit = max(limit / 2, bounds.lowerBound)
    }
  }

  /// Stops waiting for a piece whose answer is overdue; a late answer makes the next pieces wait again.
  mutating func giveUpOverdue(at now: ContinuousClock.Instant) {
    guard let sentAt, now - sentAt >= Self.patience else { return }
    (self.sentAt, limit, isAnswered) = (nil, bounds.lowerBound, false)
  }
}
