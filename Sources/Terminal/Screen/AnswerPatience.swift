/// The time for which the answers of a terminal are awaited before another program gets it, into which they would be typed.
///
/// It follows the way to the terminal and back, which takes most of a second over a satellite.
struct AnswerPatience {
  /// The shortest time, also while nothing is known of the way.
  static let shortest = Duration.milliseconds(300)
  /// The longest time: a terminal can cease to answer.
  static let longest = Duration.seconds(2)

  private var roundTrip = Duration.zero

  /// A Boolean value that indicates whether an answer was timed.
  var knowsWay: Bool { roundTrip > .zero }

  /// The time after a question.
  var limit: Duration { min(max(Self.shortest, roundTrip * 2), Self.longest) }

  /// Records the time that an answer took; a longer one counts at once, shorter ones after some more of them.
  mutating func record(_ time: Duration) { roundTrip = max(time, (roundTrip * 3 + time) / 4) }
}
