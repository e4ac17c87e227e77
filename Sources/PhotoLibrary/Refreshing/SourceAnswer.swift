public import Flickr

/// The result of testing a source.
public struct SourceAnswer: Hashable, Sendable {
  /// The number of photos on its first page.
  public let photos: Int
  /// The number of photos on all pages, if known.
  public let total: Int?
}
