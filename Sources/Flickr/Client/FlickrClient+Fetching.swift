internal import Transfer

extension FlickrClient {
  /// What `decode` reads at the address, after as many attempts as the retry policy allows.
  func load<Result>(
    _ url: TransferURL, progress: (@Sendable (TransferProgress) -> Void)? = nil,
    decode: ([UInt8]) throws(FlickrError) -> Result
  ) async throws(FlickrError) -> Result {
    var failures = 0
    while true {
      let response = try await fetch(url, progress)
      do throws(FlickrError) {
        try check(response, from: url)
        return try decode(response.body)
      } catch {
        failures += 1
        guard error.isTransient, let delay = retry.delay(after: failures, retryAfter: response.retryAfter)
        else { throw error.hiding(key) }
        try await wait(delay, before: url)
      }
    }
  }

  private func fetch(
    _ url: TransferURL, _ progress: (@Sendable (TransferProgress) -> Void)?
  ) async throws(FlickrError) -> TransferResponse {
    if url.scheme != "file" { tally.add() }
    do throws(TransferError) {
      return try await transfer.fetch(TransferRequest(url, limits: limits), progress: progress)
    } catch {
      throw .transfer(error)
    }
  }

  private func wait(_ delay: Duration, before url: TransferURL) async throws(FlickrError) {
    do {
      try await Task.sleep(for: delay)
    } catch {
      throw .transfer(TransferError(.cancelled, url))
    }
  }

  /// Throws Flickr's own words when a response that is no success holds them, else its status.
  private func check(_ response: TransferResponse, from url: TransferURL) throws(FlickrError) {
    guard let status = response.status, !(200..<300).contains(status) else { return }
    do throws(FlickrError) {
      _ = try PhotoPageDecoder.decode(response.body)
    } catch {
      if case .failed = error { throw error }
    }
    throw .status(status, url: url)
  }
}

extension FlickrError {
  /// Whether it may go better a moment later.
  ///
  /// Flickr's own archive tool tries the same codes again.
  fileprivate var isTransient: Bool {
    switch self {
    case .status(let status, _): status == 429 || status >= 500
    case .failed(let code, _): [0, 105, 201].contains(code)
    default: false
    }
  }

  /// Without the key, should Flickr's words repeat it.
  fileprivate func hiding(_ key: APIKey?) -> FlickrError {
    guard let key, case .failed(let code, let message) = self else { return self }
    return .failed(code: code, message: message.replacing(key.text, with: "…"))
  }
}
