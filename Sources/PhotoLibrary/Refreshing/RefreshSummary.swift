import Flickr

/// The result of a refresh.
public struct RefreshSummary: Hashable, Sendable {
  /// The import results of the received photos.
  public var photos = ImportSummary()
  /// The number of received pages.
  public var pages = 0
  /// The number of network requests, including name look-ups and retries.
  public var requests = 0
  /// The reason for the end of the refresh.
  public var end = RefreshEnd.everythingRead
  /// The number of photos in the library.
  public var total = 0

  /// Creates an empty summary.
  public init() {}

  /// A Boolean value that indicates whether no photo was inserted or changed.
  public var broughtNothing: Bool { photos.new == 0 && photos.changed == 0 }
}

/// The reason for the end of a refresh.
public enum RefreshEnd: String, Hashable, CaseIterable, Sendable {
  /// The source has no more.
  case everythingRead = "end"
  /// A page without photos was received, although the source announced more.
  case emptyPage = "empty"
  /// Flickr's limit for the list was reached, although it is longer (4,000 photos of a search).
  case ceiling
  /// A page of known photos was received, and new photos come first.
  case nothingNew = "known"
  /// The page limit was reached.
  case pageLimit = "pages"
  /// The limit of new photos was reached.
  case photoLimit = "limit"
  /// The refresh was canceled.
  case cancelled
  /// An error occurred.
  case failed
}

/// The error of an interrupted refresh; pages imported before it stay.
public struct RefreshFailure: Error, CustomStringConvertible {
  /// The result until the interruption.
  public let summary: RefreshSummary
  /// The cause: `FlickrError`, an error of the library, or `CancellationError`.
  public let cause: any Error

  /// Makes a failure.
  public init(summary: RefreshSummary, cause: any Error) {
    (self.summary, self.cause) = (summary, cause)
  }

  /// The sentence of the cause.
  public var description: String { String(describing: cause) }
}

/// The progress of a refresh.
public enum RefreshProgress: Hashable, Sendable {
  /// A page is being fetched, with the received and, if known, the expected number of bytes.
  case fetching(page: Int, received: Int, expected: Int?)
  /// A page waits for the rate limit or for a retry.
  ///
  /// `why` is placed between the page and the seconds: “waits for its turn:”.
  case waiting(page: Int, why: String, seconds: Int)
  /// The photos of a page are being saved.
  case saving(page: Int, photos: Int)
}

extension Error {
  /// The error, or `CancellationError` if the transfer was canceled.
  var orCancellation: any Error {
    (self as? FlickrError)?.isCancellation == true ? CancellationError() : self
  }
}
