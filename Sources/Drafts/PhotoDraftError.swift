/// The reason why a draft cannot be used.
public struct PhotoDraftError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line, from 1; `nil` if it is not known.
  public let line: Int?
  /// The reason as a clause, with what to write instead.
  public let reason: String

  /// The error in one sentence.
  public var description: String {
    (line.map { "Line \($0): " } ?? "")
      + (line == nil ? reason.prefix(1).uppercased() + reason.dropFirst() : reason)
      + "."
  }
}
