/// An HTTP client on libcurl that does not block a thread of the caller.
///
/// All transfers of a client share one thread and one libcurl multi handle. The multi handle waits for all
/// sockets at once, keeps connections for later requests, and can be woken from other threads, so that
/// cancellation takes effect immediately. (With one thread per transfer, cancellation would be possible
/// only in libcurl's callbacks, up to a second later, and no connections would be shared.)
///
/// TLS certificates are always verified. Proxies come from the environment as with the `curl` command, and
/// so do the certificates (`CURL_CA_BUNDLE`, `SSL_CERT_FILE`, `SSL_CERT_DIR`). Loopback hosts are never
/// requested through a proxy.
///
/// libcurl is loaded with the first transfer. Without a libcurl that can enforce the limits of transfers,
/// all transfers end with ``TransferError/Code/unusableLibrary``.
public final class TransferClient: Sendable {
  private let loop: TransferLoop

  /// Creates a client that sends `userAgent` as its User-Agent.
  public init(userAgent: String = "Proofsheet/0.1 (terminal photo browser)") {
    loop = TransferLoop(userAgent: userAgent)
  }

  deinit {
    loop.stop()
  }

  /// Fetches the URL of the request.
  ///
  /// Canceling the task ends the transfer with `.canceled`. `progress` is called on the client's thread
  /// for each received part, and must return quickly.
  ///
  /// - Throws: A ``TransferError`` if there is no response. An HTTP error status is not an error here.
  public func fetch(
    _ request: TransferRequest, progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws(TransferError) -> TransferResponse {
    let order = TransferOrder(request: request, progress: progress)
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        loop.start(order, continuation)
      }
    } onCancel: {
      order.cancel()
      loop.wakeUp()
    }
    return try result.get()
  }
}
