import Flickr

/// What a refresh did.
public struct RefreshSummary: Hashable, Sendable {
  /// What became of the photos that came.
  public var photos = ImportSummary()
  /// How many pages came.
  public var pages = 0
  /// How many requests went over the net, those for names and those that were tried again included.
  public var requests = 0
  /// Why it ended.
  public var end = RefreshEnd.everythingRead
  /// How many photos are in the library now.
  public var total = 0

  /// Makes a summary of nothing.
  public init() {}

  /// Whether no photo came or changed.
  public var broughtNothing: Bool { photos.new == 0 && photos.changed == 0 }
}

/// Why a refresh ended.
public enum RefreshEnd: String, Hashable, CaseIterable, Sendable {
  /// The source has no more.
  case everythingRead = "end"
  /// A page came without photos, though the source had promised more.
  case emptyPage = "empty"
  /// Flickr gives no more of the list, though there is more (4,000 photos of a search).
  case ceiling
  /// A page of known photos came, and what is new comes first.
  case nothingNew = "known"
  /// As many pages came as were asked for.
  case pageLimit = "pages"
  /// As many new photos came as were asked for.
  case photoLimit = "limit"
  /// Somebody cancelled it.
  case cancelled
  /// Something went wrong.
  case failed
}

/// A refresh that did not come to its end; the pages that came until then stay.
public struct RefreshFailure: Error, CustomStringConvertible {
  /// What it did until then.
  public let summary: RefreshSummary
  /// Why it ended: `FlickrError`, what the library throws, or `CancellationError`.
  public let cause: any Error

  /// Makes a failure.
  public init(summary: RefreshSummary, cause: any Error) {
    (self.summary, self.cause) = (summary, cause)
  }

  /// The sentence of the cause.
  public var description: String { String(describing: cause) }
}

/// How far a refresh is.
public enum RefreshProgress: Hashable, Sendable {
  /// A page is being fetched; so many bytes of it are here, of so many, if anybody knows.
  case fetching(page: Int, received: Int, expected: Int?)
  /// A page waits for its turn, or for another attempt.
  ///
  /// `why` stands between the page and the seconds: “waits for its turn:”.
  case waiting(page: Int, why: String, seconds: Int)
  /// The photos of a page are being saved.
  case saving(page: Int, photos: Int)
}

extension Error {
  /// The error, or `CancellationError` where the line says that it was cancelled.
  var tellingCancellation: any Error {
    (self as? FlickrError)?.isCancellation == true ? CancellationError() : self
  }
}
