public import Transfer

/// How pictures are fetched: how many at once, within which bounds, and with which patience.
public struct PictureFetchPolicy: Hashable, Sendable {
  /// How many transfers are under way at the most.
  public var atOnce = 4
  /// What ends a transfer early.
  public var limits = TransferLimits(
    bodyBytes: PictureCache.largestPicture, connectTime: .seconds(15), stallTime: .seconds(20),
    overallTime: .seconds(120))
  /// How often a picture is tried again that came damaged or not at all, and when.
  ///
  /// After the last attempt its error is told for as long as `longestDelay` before it is tried anew.
  public var picture = RetryPolicy(attempts: 4, firstDelay: .seconds(2), longestDelay: .seconds(60))
  /// How long a host is left alone that is asked too often or cannot be reached; its attempts do not count.
  public var host = RetryPolicy(attempts: .max, firstDelay: .seconds(2), longestDelay: .seconds(300))

  /// Makes the program's policy.
  public init() {}
}

/// How the fetching of pictures goes.
public enum PictureSupply: Hashable, Sendable {
  /// Nothing is in the way, as far as is known.
  case flowing
  /// A host is left alone for a while, because it asked for that.
  case paused
  /// No host can be reached; it is tried again from time to time.
  case offline
}

/// What is worth knowing beside the pictures themselves.
public enum PictureNotice: Hashable, Sendable {
  /// How the fetching goes has changed.
  case supply(PictureSupply)
  /// The photo with this id has no picture any more.
  case gone(id: String)
  /// Pictures cannot be kept; told once.
  case cache(PictureCacheError)
}
