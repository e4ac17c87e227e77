/// A sidecar into which the marks of a photo were written.
public struct WrittenSidecar: Sendable {
  /// The path of the photo file.
  public let file: String
  /// The time of the last change before it was written in nanoseconds since 1970; 0 if it is new.
  let before: Int
  /// The same of the sidecar as it was written.
  let after: Int
}
