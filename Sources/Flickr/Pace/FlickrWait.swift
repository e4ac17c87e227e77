/// A pause before the next request, to be shown to whoever waits.
public struct FlickrWait: Hashable, Sendable {
  /// What a request waits for.
  public enum Reason: Hashable, Sendable {
    /// One call a second.
    case pace
    /// The calls of this hour are used up.
    case budget
    /// Flickr asked to be left alone.
    case rest
    /// The last attempt failed.
    case failure(FlickrError)
  }

  /// What it waits for.
  public let reason: Reason
  /// How long.
  public let duration: Duration

  /// Makes a pause.
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
  /// The reason, as the part of a sentence between what waits and the seconds: “waits for its turn:”.
  public var why: String {
    switch reason {
    case .pace: "waits for its turn:"
    case .budget: "waits, as Flickr answers 3,600 calls in an hour:"
    case .rest: "waits, as Flickr asked to be left alone:"
    case .failure: "failed; trying again in"
    }
  }

  /// How long, in whole seconds; at least 1.
  public var seconds: Int { duration.wholeSeconds }

  /// A word on why, and how long.
  public var description: String { "\(why) \(duration.waitingText)" }
}

extension Duration {
  /// Between a second and a year: any duration may come from outside.
  fileprivate var wholeSeconds: Int {
    Int((min(max(self, .seconds(1)), .seconds(31_536_000)) / .seconds(1)).rounded(.up))
  }

  /// “1 s”, “3 min”, “5 h”, “10 days”; rounded up, never nothing.
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
