/// Where Flickr's services are.
public struct FlickrEndpoint: Hashable, Sendable {
  /// The address of the API, with a slash at its end.
  public let rest: String
  /// The address of the feeds, with a slash at its end.
  public let feeds: String

  /// Flickr's own.
  public static let flickr = FlickrEndpoint(
    rest: "https://api.flickr.com/services/rest/", feeds: "https://www.flickr.com/services/feeds/")

  /// Services under one base, such as a proxy's: `BASE/rest/` and `BASE/feeds/`.
  public init(base: String) {
    var base = base
    while base.hasSuffix("/") { base.removeLast() }
    self.init(rest: base + "/rest/", feeds: base + "/feeds/")
  }

  private init(rest: String, feeds: String) {
    self.rest = rest
    self.feeds = feeds
  }
}
