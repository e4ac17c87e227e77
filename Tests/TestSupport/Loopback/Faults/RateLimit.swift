internal import Synchronization

/// A rate limit: a number of requests within any second.
public struct LoopbackRate: Hashable, Sendable {
  /// The number of requests per second.
  public var perSecond: Int
  /// The value of `Retry-After`; `nil` omits the header.
  public var retryAfter: Int?

  /// Creates a rate limit.
  public init(perSecond: Int, retryAfter: Int? = nil) {
    self.perSecond = perSecond
    self.retryAfter = retryAfter
  }
}

/// Counts requests and refuses those above the rate limit; refused ones count too, so that only waiting
/// helps.
final class RateLimit: Sendable {
  private struct State {
    var rate: LoopbackRate?
    var last: [ContinuousClock.Instant] = []
    var refused = 0
  }

  private let state: Mutex<State>
  private let now: @Sendable () -> ContinuousClock.Instant

  init(_ rate: LoopbackRate?, now: @escaping @Sendable () -> ContinuousClock.Instant) {
    state = Mutex(State(rate: rate))
    self.now = now
  }

  func change(_ rate: LoopbackRate?) {
    state.withLock { $0 = State(rate: rate, refused: $0.refused) }
  }

  var refused: Int { state.withLock(\.refused) }

  /// Returns the refusal of a request at this moment, or `nil` if it is within the limit.
  func refusal() -> LoopbackAnswer? {
    state.withLock { state in
      guard let rate = state.rate else { return nil }
      let now = now()
      state.last.removeAll { now - $0 >= .seconds(1) }
      state.last.append(now)
      guard state.last.count > rate.perSecond else { return nil }
      state.refused += 1
      return .tooMany(retryAfter: rate.retryAfter)
    }
  }
}
