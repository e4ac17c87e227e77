/// A retry policy: exponential backoff with jitter, and never a retry earlier than the server allows.
public struct RetryPolicy: Hashable, Sendable {
  /// The maximum number of attempts, including the first one; at least 1.
  public var attempts: Int
  /// The maximum delay after the first failure; it doubles with each further failure.
  public var firstDelay: Duration
  /// The maximum delay, unless the server asks for a longer one.
  public var longestDelay: Duration
  /// The longest delay that a server may ask for.
  ///
  /// A longer `Retry-After` ends the attempts.
  public var longestAskedDelay: Duration

  /// Creates a policy; the default is four attempts within a few seconds.
  public init(
    attempts: Int = 4, firstDelay: Duration = .milliseconds(600), longestDelay: Duration = .seconds(8),
    longestAskedDelay: Duration = .seconds(60)
  ) {
    self.attempts = attempts
    self.firstDelay = firstDelay
    self.longestDelay = longestDelay
    self.longestAskedDelay = longestAskedDelay
  }

  /// A policy without retries.
  public static let never = RetryPolicy(attempts: 1)

  /// Returns the delay after the given number of failed attempts, or `nil` if there must be no further
  /// attempt.
  ///
  /// - Parameters:
  ///   - failures: The number of failed attempts.
  ///   - retryAfter: The delay that the server asked for, if any. The result is never shorter.
  ///   - jitter: A number from 0 to 1 that spreads the retries of clients that failed together. The delay
  ///     is between half of its maximum and the maximum.
  public func delay(
    after failures: Int, retryAfter: Duration? = nil, jitter: Double = .random(in: 0...1)
  ) -> Duration? {
    guard failures < attempts else { return nil }
    if let retryAfter, retryAfter > longestAskedDelay { return nil }
    let bound = min(longestDelay, firstDelay * (1 << min(max(failures - 1, 0), 20)))
    let wait = bound * (0.5 + jitter / 2)
    return max(wait, retryAfter ?? .zero)
  }
}
