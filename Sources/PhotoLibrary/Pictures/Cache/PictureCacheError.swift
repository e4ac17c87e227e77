public import Foundation

/// The cache does not take pictures; they are fetched each time then.
public struct PictureCacheError: Error, Hashable, Sendable, CustomStringConvertible, LocalizedError {
  /// The folder of the cache.
  public let folder: String
  /// Why, in the system's words.
  public let reason: String

  /// One sentence.
  public var description: String {
    "Pictures cannot be kept in \(folder): \(reason). They are fetched each time until that is changed."
  }

  /// The same sentence as `description`.
  public var errorDescription: String? { description }
}
