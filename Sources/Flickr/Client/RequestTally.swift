internal import Synchronization

/// Counts the requests that went over the net.
public final class RequestTally: Sendable {
  private let requests = Mutex(0)

  /// Makes a tally of none.
  public init() {}

  /// How many there were.
  public var count: Int { requests.withLock { $0 } }

  func add() { requests.withLock { $0 += 1 } }
}
