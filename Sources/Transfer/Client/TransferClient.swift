/// Fetches over libcurl, without holding a thread of the caller's.
///
/// All transfers of a client share one thread of its own and one libcurl multi handle: the multi handle waits for
/// all sockets at once, keeps connections for the next request, and can be woken from outside, so that a
/// cancelled task ends its transfer at once. (A thread for each transfer could only be cancelled from within
/// libcurl's callbacks, up to a second later, and would share no connections.)
///
/// TLS certificates are always checked. Proxies come from the environment as with the `curl` command, and so do the
/// certificates (`CURL_CA_BUNDLE`, `SSL_CERT_FILE`, `SSL_CERT_DIR`). Loopback hosts are never asked through a proxy.
public final class TransferClient: Sendable {
  private let loop: TransferLoop

  /// Makes a client; `userAgent` is what servers are told.
  public init(userAgent: String = "Proofsheet/0.1 (terminal photo browser)") {
    loop = TransferLoop(userAgent: userAgent)
  }

  /// Checks that the libcurl of this system can enforce the limits of transfers; to be called once at the start.
  ///
  /// - Throws: A `TransferError` with the code ``TransferError/Code/unusableLibrary``.
  public static func checkLibrary() throws(TransferError) {
    guard let problem = CurlLibrary.problem else { return }
    throw TransferError(.unusableLibrary, TransferURL(""), detail: problem)
  }

  deinit {
    loop.stop()
  }

  /// Fetches the body at the request's address.
  ///
  /// Cancelling the task ends the transfer with `.cancelled`. `progress` is called on the client's own thread
  /// whenever bytes came, and must be quick.
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
