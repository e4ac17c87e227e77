import Transfer

/// The relevant parts of a picture's URL.
struct PictureAddress: Hashable {
  /// The host in lower case, with the port.
  let host: String
  /// The path with the query.
  let path: String

  init(_ url: TransferURL) {
    let rest = url.text.split(separator: "://", maxSplits: 1).last ?? ""
    host = rest.prefix { !"/?#".contains($0) }.lowercased()
    path = String(rest.dropFirst(host.count))
  }

  /// A Boolean value that indicates whether the URL is Flickr's placeholder for a missing picture.
  var isPlaceholder: Bool {
    let name = path.prefix { $0 != "?" }.split(separator: "/").last ?? ""
    return name.hasPrefix("photo_unavailable")
  }

  var promisesJPEG: Bool {
    let name = path.prefix { $0 != "?" }.lowercased()
    return name.hasSuffix(".jpg") || name.hasSuffix(".jpeg")
  }

  /// Returns whether both hosts are equal, or both are Flickr's, which redirects from old names to new
  /// ones.
  func isSameHost(as other: PictureAddress) -> Bool {
    host == other.host || (isFlickr && other.isFlickr)
  }

  private var isFlickr: Bool { host.hasSuffix(".flickr.com") || host.hasSuffix(".staticflickr.com") }
}
