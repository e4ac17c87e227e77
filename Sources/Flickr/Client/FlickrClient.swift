public import Transfer

/// A client that fetches pages of photos from a source.
///
/// Requests, decoding and delays run off the caller's actor. Many tasks may use a client concurrently.
public struct FlickrClient: Sendable {
  let transfer: TransferClient
  let key: APIKey?
  let endpoint: FlickrEndpoint
  let sampleRoll: TransferURL?
  let perPage: Int
  let retry: RetryPolicy
  let limits: TransferLimits
  let pace: RequestPace
  /// The count of requests so far.
  public private(set) var tally = RequestTally()

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - sampleRoll: The `file:` URL of the folder that contains `page-1.json` and so on.
  ///   - perPage: The number of photos on a page of the API (at most 500); feeds and files have their own
  ///     size.
  ///   - pace: The request pace. Clients that must share one pace get the same value, or one with the same
  ///     file.
  public init(
    transfer: TransferClient, key: APIKey? = nil, endpoint: FlickrEndpoint = .flickr,
    sampleRoll: TransferURL? = nil, perPage: Int = 250, retry: RetryPolicy = RetryPolicy(),
    limits: TransferLimits = TransferLimits(), pace: RequestPace = RequestPace()
  ) {
    self.transfer = transfer
    self.key = key
    self.endpoint = endpoint
    self.sampleRoll = sampleRoll
    self.perPage = min(max(perPage, 1), 500)
    self.retry = retry
    self.limits = limits
    self.pace = pace
  }

  /// Returns the text without the key, for log files.
  public func redacting(_ text: String) -> String { key?.redacted(text) ?? text }

  /// Returns a client with the same settings that counts its own requests in ``tally``.
  public func counting() -> FlickrClient {
    var copy = self
    copy.tally = RequestTally()
    return copy
  }

  /// Returns the page with that number, from 1; `nil` past the end of the source.
  ///
  /// Transient failures (429, 5xx, “not currently available”, truncated or unreadable responses) are
  /// retried according to the retry policy. API calls respect the request pace: `waiting` is called before
  /// each delay. Canceling the task ends the request at once with an error whose `isCancellation` is true.
  ///
  /// Looks up the names in the source each time: to fetch many pages, create a query first.
  ///
  /// - Throws: A ``FlickrError``.
  @concurrent
  public func page(
    _ number: Int, of source: PhotoSource, progress: (@Sendable (TransferProgress) -> Void)? = nil,
    waiting: (@Sendable (FlickrWait) -> Void)? = nil
  ) async throws(FlickrError) -> PhotoPage? {
    if isBeyondEnd(number, of: source) { return nil }
    return try await page(number, of: try await query(for: source), progress: progress, waiting: waiting)
  }

  /// Returns the page with that number, from 1; `nil` past the end of the source.
  ///
  /// A window restricts searches, and has no effect on other sources. Retries and waits as the other
  /// function does.
  ///
  /// - Throws: A ``FlickrError``.
  @concurrent
  public func page(
    _ number: Int, of query: SourceQuery, within window: UploadWindow = .always,
    progress: (@Sendable (TransferProgress) -> Void)? = nil,
    waiting: (@Sendable (FlickrWait) -> Void)? = nil
  ) async throws(FlickrError) -> PhotoPage? {
    if isBeyondEnd(number, of: query.source) { return nil }
    let url = try address(of: number, of: query, within: window)
    let page: PhotoPage
    do throws(FlickrError) {
      page = try await load(
        url, observer: RequestObserver(progress: progress, waiting: waiting),
        decode: PhotoPageDecoder.decode(response:))
    } catch {
      if number > 1, query.endsWithMissingPage, error.saysNothingThere { return nil }
      throw error
    }
    // For page numbers past the end, Flickr repeats the last page.
    if number > 1, let pages = page.pages, number > pages { return nil }
    return page
  }

  /// Returns whether the page cannot exist, regardless of Flickr's response.
  private func isBeyondEnd(_ number: Int, of source: PhotoSource) -> Bool {
    guard number > 1 else { return false }
    if source.hasOnePage { return true }
    let perPage = photosPerPage(of: source)
    // Divides instead of multiplying, because the number may be arbitrarily large.
    return source.resultLimit.map { number - 1 >= ($0 + perPage - 1) / perPage } ?? false
  }
}

extension FlickrError {
  /// A Boolean value that indicates whether the page does not exist, as opposed to an error in it.
  fileprivate var saysNothingThere: Bool {
    switch self {
    case .transfer(let error): error.code == .noSuchFile
    case .status(let status, _): status == 404
    default: false
    }
  }
}
