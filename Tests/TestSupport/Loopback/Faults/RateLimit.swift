internal import Synchronization

/// How often may be asked: so many requests in any second.
public struct LoopbackRate: Hashable, Sendable {
  /// How many requests in a second.
  public var perSecond: Int
  /// What `Retry-After` says; `nil` leaves it out.
  public var retryAfter: Int?

  /// Makes a rate.
  public init(perSecond: Int, retryAfter: Int? = nil) {
    self.perSecond = perSecond
    self.retryAfter = retryAfter
  }
}

/// Counts requests and refuses those that come too fast; a refused one counts too, as waiting is what helps.
final class RateLimit: Sendable {
  private struct State {
    var rate: LoopbackRate?
    var last: [ContinuousClock.Instant] = []
    var refused = 0
  }

  private let state: Mutex<State>

  init(_ rate: LoopbackRate?) {
    state = Mutex(State(rate: rate))
  }

  func change(_ rate: LoopbackRate?) {
    state.withLock { $0 = State(rate: rate, refused: $0.refused) }
  }

  var refused: Int { state.withLock(\.refused) }

  /// The refusal of a request that came now; `nil` when it is not too fast.
  func refusal() -> LoopbackAnswer? {
    state.withLock { state in
      guard let rate = state.rate else { return nil }
      let now = ContinuousClock.now
      state.last.removeAll { now - $0 >= .seconds(1) }
      state.last.append(now)
      guard state.last.count > rate.perSecond else { return nil }
      state.refused += 1
      return .tooMany(retryAfter: rate.retryAfter)
    }
  }
}
