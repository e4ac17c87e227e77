/// The reason why a sidecar was not written.
public struct SidecarError: Error, Hashable, CustomStringConvertible {
  /// The path of the sidecar.
  public let path: String
  /// The reason as the end of a sentence.
  public let reason: String

  /// The error as one sentence.
  public var description: String { "Cannot write \(path): \(reason)" }
}
