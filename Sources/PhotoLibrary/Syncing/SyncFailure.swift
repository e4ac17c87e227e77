/// The error of an interrupted sync; results saved before it stay.
public struct SyncFailure: Error, CustomStringConvertible {
  /// The result until the interruption.
  public let summary: SyncSummary
  /// The cause: `FlickrError`, an error of the library, or `CancellationError`.
  public let cause: any Error

  /// Makes a failure.
  public init(summary: SyncSummary, cause: any Error) {
    (self.summary, self.cause) = (summary, cause)
  }

  /// The sentence of the cause.
  public var description: String { String(describing: cause) }
}
