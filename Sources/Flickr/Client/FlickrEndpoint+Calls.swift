internal import Transfer

extension FlickrEndpoint {
  /// Returns whether a request to the URL calls the API, at this endpoint or at Flickr itself, rather than
  /// a feed or another page.
  func isCall(_ url: TransferURL) -> Bool {
    if url.text.hasPrefix(rest) { return true }
    guard let host = url.host, ["api.flickr.com", "www.flickr.com"].contains(host) else { return false }
    return url.text.contains("/services/rest")
  }
}

extension TransferURL {
  /// A Boolean value that indicates whether the host belongs to Flickr, and therefore certainly exists.
  var isFlickr: Bool {
    guard let host else { return false }
    return ["flickr.com", "staticflickr.com"].contains { host == $0 || host.hasSuffix("." + $0) }
  }
}
