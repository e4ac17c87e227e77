internal import Synchronization

/// A count of the requests that were sent over the network.
public final class RequestTally: Sendable {
  private let requests = Mutex(0)

  /// Creates a tally of zero.
  public init() {}

  /// The number of requests.
  public var count: Int { requests.withLock { $0 } }

  func add() { requests.withLock { $0 += 1 } }
}
