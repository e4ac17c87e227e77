public import Foundation

/// An error that prevents the cache from storing pictures, which are then fetched each time.
public struct PictureCacheError: Error, Hashable, Sendable, CustomStringConvertible, LocalizedError {
  /// The folder of the cache.
  public let folder: String
  /// The reason, in the system's words.
  public let reason: String

  /// The error in one sentence.
  public var description: String {
    "Pictures cannot be kept in \(folder): \(reason). They are fetched each time until that is changed."
  }

  /// The same sentence as `description`.
  public var errorDescription: String? { description }
}
