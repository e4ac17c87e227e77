import Flickr

/// The result of checking a photo.
enum SyncFinding: Sendable {
  case present, gone
  /// No result, possibly because of an error that may concern only this photo.
  case unclear(FlickrError?)
}
