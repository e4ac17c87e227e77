internal import Transfer

/// The caller's closures for one request, which may run on any thread.
struct RequestObserver: Sendable {
  /// Receives the number of bytes that have arrived.
  var progress: (@Sendable (TransferProgress) -> Void)?
  /// Receives each delay before it begins.
  var waiting: (@Sendable (FlickrWait) -> Void)?
}
