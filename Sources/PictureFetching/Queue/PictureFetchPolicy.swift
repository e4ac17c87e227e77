public import Transfer

/// The concurrency, limits and retries for fetching pictures.
public struct PictureFetchPolicy: Hashable, Sendable {
  /// The maximum number of transfers in flight.
  public var atOnce = 4
  /// The limits of a transfer.
  public var limits = TransferLimits(
    bodyBytes: PictureCache.largestPicture, connectTime: .seconds(15), stallTime: .seconds(20),
    overallTime: .seconds(120))
  /// The retries of a picture that arrived damaged or not at all.
  ///
  /// After the last attempt, requests fail with its error for `longestDelay`; then the picture is requested
  /// again.
  public var picture = RetryPolicy(attempts: 4, firstDelay: .seconds(2), longestDelay: .seconds(60))
  /// The pauses for a host that is rate limited or unreachable; its attempts do not count.
  public var host = RetryPolicy(attempts: .max, firstDelay: .seconds(2), longestDelay: .seconds(300))

  /// Creates the default policy.
  public init() {}
}
