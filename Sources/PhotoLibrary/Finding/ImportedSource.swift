public import Foundation

/// A source that photos were imported from.
public struct ImportedSource: Hashable, Sendable {
  /// The source, as on the command line.
  public let name: String
  /// The number of its photos in the library; `nil` if they are not counted.
  public let photoCount: Int?
  /// The time of its last refresh; `nil` if there was none that is known.
  public let fetchedAt: Date?

  /// Creates a source.
  public init(name: String, photoCount: Int?, fetchedAt: Date?) {
    self.name = name
    self.photoCount = photoCount
    self.fetchedAt = fetchedAt
  }
}
