/// The time that the user takes for one photo.
struct CullPace {
  /// A pause that is longer than this does not count as time for a photo.
  private static let longestThought = Duration.seconds(60)
  private static let memory = 25
  private static let least = 5

  private var latest: ContinuousClock.Instant?
  private var times: [Duration] = []

  /// Records a decision about a photo.
  mutating func recordDecision(at time: ContinuousClock.Instant) {
    defer { latest = time }
    guard let taken = latest.map({ $0.duration(to: time) }), taken <= Self.longestThought else { return }
    times.append(taken)
    if times.count > Self.memory { times.removeFirst() }
  }

  /// The median of the last decisions; `nil` after too few of them.
  var timeForOne: Duration? { times.count < Self.least ? nil : times.sorted()[times.count / 2] }
}
