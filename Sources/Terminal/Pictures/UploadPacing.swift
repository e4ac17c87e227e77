/// The amount of an image that is sent at once before it is needed: so little that a key hardly waits for it.
///
/// The next piece goes out when the terminal has processed the one before, so that nothing piles up on a slow line. The time
/// for which a piece occupies the line is that beyond the shortest answer so far, which is the way there and back.
struct UploadPacing {
  /// The smallest piece in bytes, and the largest.
  static let bounds = 4 << 10...512 << 10
  /// The time that a piece shall occupy the line.
  static let times = Duration.milliseconds(4)...Duration.milliseconds(8)

  /// The size of the next piece in bytes.
  private(set) var limit = Self.bounds.lowerBound
  private var sentAt: ContinuousClock.Instant?
  private var shortest = Duration.seconds(1)

  /// A Boolean value that indicates whether a piece is on its way.
  var isWaiting: Bool { sentAt != nil }

  /// Notes that a piece is about to be written.
  mutating func begin(at now: ContinuousClock.Instant) { sentAt = now }

  /// Notes that the terminal has processed the piece.
  mutating func end(at now: ContinuousClock.Instant) {
    guard let sentAt else { return }
    self.sentAt = nil
    shortest = min(shortest, now - sentAt)
    let time = now - sentAt - shortest
    if time < Self.times.lowerBound {
      limit = min(limit * 2, Self.bounds.upperBound)
    } else if time > Self.times.upperBound {
      limit = max(limit / 2, Self.bounds.lowerBound)
    }
  }
}
