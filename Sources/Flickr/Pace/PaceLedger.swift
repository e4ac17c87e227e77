/// The times of API calls, shared between all processes of a user.
///
/// Times are seconds since 1970. The calls of the last hour are counted per minute; the minute in which the
/// hour begins counts as a whole.
struct PaceLedger: Equatable {
  /// The last call.
  private(set) var last: Double?
  /// The period for which Flickr asked for a pause.
  private(set) var rest: Range<Double>?
  /// The number of calls, by minutes since 1970.
  private(set) var calls: [Int: Int] = [:]

  /// The longest pause that is kept; a longer one is a mistake of the server, or of the file.
  static let longestRest = 86_400.0

  /// The reason why a call must wait, and the number of seconds.
  enum Wait: Equatable {
    case interval(Double)
    case budget(Double)
    case rest(Double)
  }

  /// Records a call and returns `nil` if it may be made now; otherwise returns the reason to wait.
  mutating func claim(at now: Double, interval: Double, budget: Int) -> Wait? {
    forget(before: now)
    if let rest, rest.contains(now) { return .rest(rest.upperBound - now) }
    if let last, last + interval > now { return .interval(last + interval - now) }
    if calls.values.reduce(0, +) >= budget, let oldest = calls.keys.min() {
      return .budget(max(1, Double(oldest + 61) * 60 - now))
    }
    last = now
    calls[Self.minute(now), default: 0] += 1
    return nil
  }

  /// Records that Flickr asked for a pause of `seconds`, limited to a day.
  mutating func rest(for seconds: Double, at now: Double) {
    let end = now + min(seconds, Self.longestRest)
    guard end > now, end > (rest?.upperBound ?? 0) || rest?.contains(now) == false else { return }
    rest = now..<end
  }

  /// Merges the calls and the pause of another ledger; calls that both have are counted once.
  mutating func merge(_ other: PaceLedger, at now: Double) {
    var other = other
    forget(before: now)
    other.forget(before: now)
    last = [last, other.last].compactMap(\.self).max()
    rest = [rest, other.rest].compactMap(\.self).max { $0.upperBound < $1.upperBound }
    calls.merge(other.calls, uniquingKeysWith: max)
  }

  /// Removes past entries, and future ones, which were written before the clock was set back.
  private mutating func forget(before now: Double) {
    let minute = Self.minute(now)
    calls = calls.filter { (minute - 60...minute).contains($0.key) && $0.value > 0 }
    if let time = last, time > now { last = now }
    if let rest, !rest.contains(now) || rest.upperBound - rest.lowerBound > Self.longestRest {
      self.rest = nil
    }
  }

  private static func minute(_ time: Double) -> Int { Int((time / 60).rounded(.down)) }
}

extension PaceLedger {
  private static let title = "proofsheet pace 1"

  /// The ledger as text, one entry a line, readable by people too.
  var text: String {
    var lines = [Self.title]
    if let last { lines.append("last \(last)") }
    if let rest { lines.append("rest \(rest.lowerBound) \(rest.upperBound)") }
    for (minute, count) in calls.sorted(by: { $0.key < $1.key }) { lines.append("minute \(minute) \(count)") }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Parses the text that `text` returns; returns `nil` for other text.
  init?(text: String) {
    // Complete lines only: a truncated number would be another number.
    guard text.hasSuffix("\n") else { return nil }
    let lines = text.split(separator: "\n")
    guard lines.first == Self.title[...], lines.count <= 100 else { return nil }
    for line in lines.dropFirst() {
      let words = line.split(separator: " ")
      let numbers = words.dropFirst().compactMap { Double($0) }
      guard numbers.count == words.count - 1, numbers.allSatisfy({ (0..<1e12).contains($0) }) else {
        return nil
      }
      switch (words.first, numbers.count) {
      case ("last", 1): last = numbers[0]
      case ("rest", 2) where numbers[0] < numbers[1]: rest = numbers[0]..<numbers[1]
      case ("minute", 2): calls[Int(numbers[0])] = Int(min(numbers[1], 1e6))
      default: return nil
      }
    }
  }
}
