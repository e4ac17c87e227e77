public import Foundation

/// A source that photos were imported from.
public struct ImportedSource: Hashable, Sendable {
  /// The source, as on the command line.
  public let name: String
  /// The number of its photos in the library.
  public let photoCount: Int
  /// The time of its last refresh; `nil` if there was none that is known.
  public let fetchedAt: Date?
}
