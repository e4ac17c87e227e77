/// A delay before the next request, for display to the user.
public struct FlickrWait: Hashable, Sendable {
  /// The reason for a delay.
  public enum Reason: Hashable, Sendable {
    /// The limit of one call a second.
    case pace
    /// The hourly rate limit is used up.
    case budget
    /// Flickr asked for a pause.
    case rest
    /// The last attempt failed.
    case failure(FlickrError)
  }

  /// The reason for the delay.
  public let reason: Reason
  /// The duration of the delay.
  public let duration: Duration

  /// Creates a delay.
  public init(_ reason: Reason, for duration: Duration) {
    self.reason = reason
    self.duration = duration
  }

  init(_ wait: PaceLedger.Wait) {
    switch wait {
    case .interval(let seconds): self.init(.pace, for: .seconds(seconds))
    case .budget(let seconds): self.init(.budget, for: .seconds(seconds))
    case .rest(let seconds): self.init(.rest, for: .seconds(seconds))
    }
  }
}

extension FlickrWait: CustomStringConvertible {
  /// The reason, as the part of a sentence between the subject and the seconds: “waits for its turn:”.
  public var why: String {
    switch reason {
    case .pace: "waits for its turn:"
    case .budget: "waits, as Flickr answers 3,600 calls in an hour:"
    case .rest: "waits, as Flickr asked to be left alone:"
    case .failure: "failed; trying again in"
    }
  }

  /// The duration in whole seconds; at least 1.
  public var seconds: Int { duration.wholeSeconds }

  /// The reason and the duration.
  public var description: String { "\(why) \(duration.waitingText)" }
}

extension Duration {
  /// The duration in whole seconds, limited to between a second and a year because it may come from a
  /// server.
  fileprivate var wholeSeconds: Int {
    Int((min(max(self, .seconds(1)), .seconds(31_536_000)) / .seconds(1)).rounded(.up))
  }

  /// The duration as “1 s”, “3 min”, “5 h”, “10 days”; rounded up, never zero.
  var waitingText: String {
    let seconds = wholeSeconds
    let units = [(1, "s"), (60, "min"), (3_600, "h")]
    for (unit, name) in units {
      let count = (seconds + unit - 1) / unit
      if count < (name == "h" ? 48 : 120) { return "\(count) \(name)" }
    }
    return "\((seconds + 86_399) / 86_400) days"
  }
}
