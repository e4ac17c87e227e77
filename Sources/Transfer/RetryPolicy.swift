/// How often to try again, and how long to wait before: exponential with full jitter, never earlier than asked.
public struct RetryPolicy: Hashable, Sendable {
  /// The most attempts, the first one included; at least 1.
  public var attempts: Int
  /// The bound of the wait after the first failure; it doubles with each further one.
  public var firstDelay: Duration
  /// No wait is longer, unless the server asks for more.
  public var longestDelay: Duration
  /// The most that a server may ask for.
  ///
  /// If it asks for more, that ends the attempts.
  public var longestAskedDelay: Duration

  /// Makes a policy; without arguments the program's: four attempts within a few seconds.
  public init(
    attempts: Int = 4, firstDelay: Duration = .milliseconds(600), longestDelay: Duration = .seconds(8),
    longestAskedDelay: Duration = .seconds(60)
  ) {
    self.attempts = attempts
    self.firstDelay = firstDelay
    self.longestDelay = longestDelay
    self.longestAskedDelay = longestAskedDelay
  }

  /// One attempt only.
  public static let never = RetryPolicy(attempts: 1)

  /// How long to wait after the given number of failed attempts; `nil` when it is time to give up.
  ///
  /// `jitter`, from 0 to 1, spreads clients that failed together: the wait lies between half of its bound and
  /// all of it, and is not below `retryAfter`.
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
