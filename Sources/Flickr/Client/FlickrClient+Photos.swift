public import Transfer

extension FlickrClient {
  /// A Boolean value that indicates whether there is a key, so that the API can be called.
  public var hasKey: Bool { key != nil }

  /// Returns whether the photo with that ID is public, neither deleted nor private; `nil` without a key.
  ///
  /// Calls the API, with the retries and delays of pages. The photo's secret is not sent: with it Flickr
  /// also shows private photos (https://www.flickr.com/services/api/flickr.photos.getInfo.html).
  @concurrent
  public func isPublic(
    photo id: String, waiting: (@Sendable (FlickrWait) -> Void)? = nil
  ) async throws(FlickrError) -> Bool? {
    guard let key else { return nil }
    var request = PageRequest(method: "photos.getInfo", key: key, endpoint: endpoint)
    request.add("photo_id", id)
    do throws(FlickrError) {
      _ = try await load(
        request.url, observer: RequestObserver(waiting: waiting), decode: PhotoPageDecoder.decode(response:))
    } catch {
      guard case .failed(code: 1, message: _) = error else { throw error }
      return false
    }
    return true
  }

  /// Returns the response of an image host for a URL, at the same request pace as API calls.
  ///
  /// Transient failures (429, 5xx, an interrupted connection) are retried, and thrown after the last
  /// attempt. Requests to hosts on this machine are not delayed if API calls to them are not.
  @concurrent
  public func pictureResponse(
    at url: TransferURL, waiting: (@Sendable (FlickrWait) -> Void)? = nil
  ) async throws(FlickrError) -> TransferResponse {
    // The URL came from a page: one from the internet is not trusted with URLs in the local network.
    try await ask(
      url, inTurn: pace.applies(to: url), allowsLocalNetwork: url.isInLocalNetwork,
      observer: RequestObserver(waiting: waiting)
    ) { response throws(FlickrError) in
      let error = FlickrError.status(response.status ?? 200, url: url)
      if error.isTransient { throw error }
      return response
    }
  }
}
