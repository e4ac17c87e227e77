public import Transfer

/// Fetches pages of photos from a source.
///
/// Fetching, decoding and waiting happen off the caller's actor. A client may be used by many tasks at once.
public struct FlickrClient: Sendable {
  let transfer: TransferClient
  let key: APIKey?
  let endpoint: FlickrEndpoint
  let sampleRoll: TransferURL?
  let perPage: Int
  let retry: RetryPolicy
  let limits: TransferLimits
  let pace: RequestPace
  /// The requests that were made so far.
  public private(set) var tally = RequestTally()

  /// Makes a client.
  ///
  /// `sampleRoll` is the folder that holds `page-1.json` and so on, as a `file:` address. `perPage` is how many photos
  /// a page of the API shall hold (500 at most); feeds and files have their own size.
  /// Clients that are to keep one pace get the same, or one with the same file.
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

  /// The text without the key, for a file that keeps messages.
  public func redacting(_ text: String) -> String { key?.redacted(text) ?? text }

  /// A client that asks as this one does, and counts its own requests in ``tally``.
  public func counting() -> FlickrClient {
    var copy = self
    copy.tally = RequestTally()
    return copy
  }

  /// The page with that number, from 1; `nil` past the end of the source.
  ///
  /// What may go better a moment later (429, 5xx, “not currently available”, answers that are cut off or unreadable) is
  /// tried again as the retry policy says, and calls of the API wait for their turn: `waiting` is called before each
  /// pause. Cancelling the task ends it at once with an error whose `isCancellation` is true.
  ///
  /// Looks up what the source names each time: to ask for many pages, make a query first.
  @concurrent
  public func page(
    _ number: Int, of source: PhotoSource, progress: (@Sendable (TransferProgress) -> Void)? = nil,
    waiting: (@Sendable (FlickrWait) -> Void)? = nil
  ) async throws(FlickrError) -> PhotoPage? {
    if isBeyondEnd(number, of: source) { return nil }
    return try await page(number, of: try await query(for: source), progress: progress, waiting: waiting)
  }

  /// The page with that number, from 1; `nil` past the end of the source.
  ///
  /// A window narrows searches down, and says nothing to other sources. Tries again and waits as the other function does.
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
        url, progress: progress, waiting: waiting, decode: PhotoPageDecoder.decode(response:))
    } catch {
      if number > 1, error.saysNothingThere { return nil }
      throw error
    }
    // Past its end Flickr repeats the last page.
    if number > 1, let pages = page.pages, number > pages { return nil }
    return page
  }

  /// Whether there cannot be such a page, whatever Flickr says.
  private func isBeyondEnd(_ number: Int, of source: PhotoSource) -> Bool {
    guard number > 1 else { return false }
    if source.hasOnePage { return true }
    let perPage = photosPerPage(of: source)
    // Divided, not multiplied: the number may be any.
    return source.resultLimit.map { number - 1 >= ($0 + perPage - 1) / perPage } ?? false
  }
}

extension FlickrError {
  /// Whether there is no such page, rather than something wrong with it.
  fileprivate var saysNothingThere: Bool {
    switch self {
    case .transfer(let error): error.code == .noSuchFile
    case .status(let status, _): status == 404
    default: false
    }
  }
}
