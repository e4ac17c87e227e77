public import Foundation

/// The reason why a zip file, or an entry of one, cannot be read.
public struct ZipError: Error, Hashable, Sendable, CustomStringConvertible, LocalizedError {
  /// The path of the zip file.
  public let path: String
  /// The name of the entry; `nil` if the zip file itself cannot be read.
  public let entry: String?
  /// The reason as a clause.
  public let reason: String

  /// Creates an error about a zip file, or an entry of it.
  public init(path: String, entry: String?, reason: String) {
    (self.path, self.entry, self.reason) = (path, entry, reason)
  }

  /// The error in one sentence.
  public var description: String {
    let object = entry.map { "“\($0)” in the zip file \(path)" } ?? "The zip file \(path)"
    return "\(object) cannot be read: \(reason)."
  }

  /// The same sentence as `description`.
  public var errorDescription: String? { description }
}
