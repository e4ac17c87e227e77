/// The failure of a search for the looks of pictures, with the result until then.
public struct LookFailure: Error {
  /// The result until then, which was kept.
  public let summary: LookSummary
  /// The cause.
  public let cause: any Error
}
