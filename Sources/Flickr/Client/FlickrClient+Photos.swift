public import Transfer

extension FlickrClient {
  /// Whether there is a key, so that the API can be asked.
  public var hasKey: Bool { key != nil }

  /// Whether everybody can see the photo with that id, neither deleted nor made private; `nil` without a key.
  ///
  /// Asks the API, and tries again and waits as pages do. The photo's secret is not sent: with it Flickr also shows what
  /// is private (https://www.flickr.com/services/api/flickr.photos.getInfo.html).
  @concurrent
  public func isPublic(
    photo id: String, waiting: (@Sendable (FlickrWait) -> Void)? = nil
  ) async throws(FlickrError) -> Bool? {
    guard let key else { return nil }
    var request = PageRequest(method: "photos.getInfo", key: key, endpoint: endpoint)
    request.add("photo_id", id)
    do throws(FlickrError) {
      _ = try await load(request.url, waiting: waiting, decode: PhotoPageDecoder.decode(response:))
    } catch {
      guard case .failed(code: 1, message: _) = error else { throw error }
      return false
    }
    return true
  }

  /// What the host of pictures answers for an address, in the same turn as calls of the API.
  ///
  /// What may go better a moment later (429, 5xx, a connection that is cut off) is tried again, and thrown in the end.
  /// Hosts on this machine are asked at once where calls of the API are.
  @concurrent
  public func pictureResponse(
    at url: TransferURL, waiting: (@Sendable (FlickrWait) -> Void)? = nil
  ) async throws(FlickrError) -> TransferResponse {
    // A page named the address: one from the internet is not kept with pictures in the local network.
    try await ask(
      url, inTurn: pace.applies(to: url), allowsLocalNetwork: url.isInLocalNetwork, waiting: waiting
    ) { response throws(FlickrError) in
      let error = FlickrError.status(response.status ?? 200, url: url)
      if error.isTransient { throw error }
      return response
    }
  }
}
