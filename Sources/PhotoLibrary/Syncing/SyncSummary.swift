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

/// The reason for the end of a sync.
public enum SyncEnd: String, Hashable, Sendable {
  /// All photos were checked.
  case everythingChecked = "end"
  /// The limit of photos was reached.
  case limit
  /// The sync was canceled.
  case cancelled
  /// An error occurred.
  case failed
}

/// The progress of a sync.
public enum SyncProgress: Hashable, Sendable {
  /// A photo is being checked: its number, from 1, and the number of photos.
  case asking(photo: Int, of: Int)
  /// A photo waits for its turn, or for another attempt.
  ///
  /// `why` stands between the photo and the seconds: “waits for its turn:”.
  case waiting(photo: Int, why: String, seconds: Int)
}

/// The error of an interrupted sync; results saved before it stay.
public struct SyncFailure: Error, CustomStringConvertible {
  /// The result until the interruption.
  public let summary: SyncSummary
  /// The cause: `FlickrError`, an error of the library, or `CancellationError`.
  public let cause: any Error

  /// Makes a failure.
  public init(summary: SyncSummary, cause: any Error) {
    (self.summary, self.cause) = (summary, cause)
  }

  /// The sentence of the cause.
  public var description: String { String(describing: cause) }
}
