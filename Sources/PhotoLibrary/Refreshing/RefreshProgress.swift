import Flickr

/// The progress of a refresh.
public enum RefreshProgress: Hashable, Sendable {
  /// A page is being fetched, with the received and, if known, the expected number of bytes.
  case fetching(page: Int, received: Int, expected: Int?)
  /// A page waits for the rate limit or for a retry.
  ///
  /// `why` is placed between the page and the seconds: “waits for its turn:”.
  case waiting(page: Int, why: String, seconds: Int)
  /// The files of a folder are being read; `files` were found so far.
  case reading(folder: String, files: Int)
  /// The photos of a page are being saved.
  case saving(page: Int, photos: Int)
}
