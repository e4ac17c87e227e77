internal import Transfer

extension FlickrClient {
  /// Requests a URL, decodes the response with `decode`, and retries as the retry policy allows, at the
  /// request pace.
  func load<Result>(
    _ url: TransferURL, observer: RequestObserver = RequestObserver(),
    decode: (TransferResponse) throws(FlickrError) -> Result
  ) async throws(FlickrError) -> Result {
    let isCall = pace.applies(to: url, endpoint: endpoint)
    return try await ask(url, inTurn: isCall, observer: observer) {
      response throws(FlickrError) in
      if isCall, let pause = response.pause { pace.rest(for: pause) }
      try check(response, from: url)
      return try decode(response)
    }
  }

  /// Requests a URL, evaluates the response with `judge`, and retries as the retry policy allows.
  ///
  /// `allowsLocalNetwork` is `false` for URLs that do not come from the user.
  func ask<Result>(
    _ url: TransferURL, inTurn: Bool, allowsLocalNetwork: Bool = true,
    observer: RequestObserver, judge: (TransferResponse) throws(FlickrError) -> Result
  ) async throws(FlickrError) -> Result {
    var failures = 0
    let request = TransferRequest(url, limits: limits, allowsLocalNetwork: allowsLocalNetwork)
    while true {
      let attempt = await attempt(request, inTurn: inTurn, observer, judge)
      let error: FlickrError
      switch attempt.result {
      case .success(let result): return result
      case .failure(let failure): error = failure.hidingKeys(of: url)
      }
      failures += 1
      guard error.isTransient, url.scheme != "file" else { throw error }
      guard let delay = retry.delay(after: failures, retryAfter: attempt.retryAfter) else {
        throw attempt.retryAfter.flatMap { $0 > retry.longestAskedDelay ? .leftAlone(for: $0) : nil } ?? error
      }
      observer.waiting?(FlickrWait(.failure(error), for: delay))
      try await wait(delay, before: url)
    }
  }

  private struct Attempt<Value> {
    var result: Result<Value, FlickrError>
    /// The delay that the failed server asks for.
    var retryAfter: Duration?
  }

  private func attempt<Value>(
    _ request: TransferRequest, inTurn: Bool, _ observer: RequestObserver,
    _ judge: (TransferResponse) throws(FlickrError) -> Value
  ) async -> Attempt<Value> {
    var retryAfter: Duration?
    do throws(FlickrError) {
      if inTurn { try await turn(for: request.url, observer) }
      let response = try await fetch(request, observer)
      retryAfter = response.pause
      return Attempt(result: .success(try judge(response)))
    } catch {
      return Attempt(result: .failure(error), retryAfter: retryAfter)
    }
  }

  private func turn(
    for url: TransferURL, _ observer: RequestObserver
  ) async throws(FlickrError) {
    do {
      try await pace.turn(patience: retry.longestAskedDelay) { observer.waiting?($0) }
    } catch let error as FlickrError {
      throw error
    } catch {
      throw .transfer(TransferError(.canceled, url))
    }
  }

  private func fetch(
    _ request: TransferRequest, _ observer: RequestObserver
  ) async throws(FlickrError) -> TransferResponse {
    if request.url.scheme != "file" { tally.add() }
    do throws(TransferError) {
      return try await transfer.fetch(request, progress: observer.progress)
    } catch {
      throw .transfer(error)
    }
  }

  private func wait(_ delay: Duration, before url: TransferURL) async throws(FlickrError) {
    do {
      try await Task.sleep(for: delay)
    } catch {
      throw .transfer(TransferError(.canceled, url))
    }
  }

  /// Throws Flickr's error message if an unsuccessful response contains one, otherwise its status.
  ///
  /// A status that asks for another attempt counts more than a message that does not.
  private func check(_ response: TransferResponse, from url: TransferURL) throws(FlickrError) {
    guard let status = response.status, !(200..<300).contains(status) else { return }
    let error = FlickrError.status(status, url: url)
    guard let failure = PhotoPageDecoder.failure(in: response.body),
      failure.isTransient || !error.isTransient
    else { throw error }
    throw failure
  }
}

extension TransferResponse {
  /// The delay that a temporarily unavailable server asks for.
  fileprivate var pause: Duration? {
    guard let status, status == 429 || status >= 500 else { return nil }
    return retryAfter
  }
}
