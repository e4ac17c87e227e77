internal import Transfer

extension FlickrEndpoint {
  /// Whether a request to the address calls the API, here or at Flickr itself, rather than a feed or any other page.
  func isCall(_ url: TransferURL) -> Bool {
    if url.text.hasPrefix(rest) { return true }
    guard let host = url.host, ["api.flickr.com", "www.flickr.com"].contains(host) else { return false }
    return url.text.contains("/services/rest")
  }
}

extension TransferURL {
  /// Whether the host is one of Flickr's, of which it is certain that they are there.
  var isFlickr: Bool {
    guard let host else { return false }
    return ["flickr.com", "staticflickr.com"].contains { host == $0 || host.hasSuffix("." + $0) }
  }
}
