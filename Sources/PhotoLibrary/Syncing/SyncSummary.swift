/// What a sync found out.
public struct SyncSummary: Hashable, Sendable {
  /// A photo that its owner took away.
  public struct Gone: Hashable, Sendable {
    /// Flickr's id of the photo.
    public let id: String
    /// Its title: text from outside.
    public let title: String
  }

  /// The photos that are gone, in the order in which that was found out.
  public var gone: [Gone] = []
  /// How many photos are there.
  public var present = 0
  /// Of how many photos it could not be found out; they are asked for again when their turn comes.
  public var unclear = 0
  /// How many photos wait for another sync.
  public var waiting = 0
  /// How many requests went over the net, those that were tried again included.
  public var requests = 0
  /// Why it ended.
  public var end = SyncEnd.everythingChecked

  /// Makes a summary of nothing.
  public init() {}

  /// How many photos were asked for.
  public var checked: Int { gone.count + present + unclear }
}

/// Why a sync ended.
public enum SyncEnd: String, Hashable, Sendable {
  /// All photos were asked for.
  case everythingChecked = "end"
  /// As many photos were asked for as were to be.
  case limit
  /// Somebody cancelled it.
  case cancelled
  /// Something went wrong.
  case failed
}

/// How far a sync is.
public enum SyncProgress: Hashable, Sendable {
  /// A photo is being asked for: which of how many, from 1.
  case asking(photo: Int, of: Int)
  /// A photo waits for its turn, or for another attempt.
  ///
  /// `why` stands between the photo and the seconds: “waits for its turn:”.
  case waiting(photo: Int, why: String, seconds: Int)
}

/// A sync that did not come to its end; what was found out until then stays.
public struct SyncFailure: Error, CustomStringConvertible {
  /// What was found out.
  public let summary: SyncSummary
  /// Why it ended: `FlickrError`, what the library throws, or `CancellationError`.
  public let cause: any Error

  /// Makes a failure.
  public init(summary: SyncSummary, cause: any Error) {
    (self.summary, self.cause) = (summary, cause)
  }

  /// The sentence of the cause.
  public var description: String { String(describing: cause) }
}
