import Flickr

/// The error of an interrupted refresh; pages imported before it stay.
public struct RefreshFailure: Error, CustomStringConvertible {
  /// The result until the interruption.
  public let summary: RefreshSummary
  /// The cause: `FlickrError`, an error of the library, or `CancellationError`.
  public let cause: any Error

  /// Makes a failure.
  public init(summary: RefreshSummary, cause: any Error) {
    (self.summary, self.cause) = (summary, cause)
  }

  /// The sentence of the cause.
  public var description: String { String(describing: cause) }
}
