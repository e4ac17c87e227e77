/// The result of a sync.
public struct SyncSummary: Hashable, Sendable {
  /// A photo that its owner removed.
  public struct Gone: Hashable, Sendable {
    /// Flickr's id of the photo.
    public let id: String
    /// Its title: text from outside.
    public let title: String
  }

  /// The removed photos, in the order of detection.
  public var gone: [Gone] = []
  /// The number of photos that still exist.
  public var present = 0
  /// The number of photos without a result; they are checked again later.
  public var unclear = 0
  /// The number of photos left for another sync.
  public var waiting = 0
  /// The number of network requests, including retries.
  public var requests = 0
  /// The reason for the end of the sync.
  public var end = SyncEnd.everythingChecked

  /// Makes a summary of nothing.
  public init() {}

  /// The number of checked photos.
  public var checked: Int { gone.count + present + unclear }
}
