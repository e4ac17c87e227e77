/// The base URLs of Flickr's services.
public struct FlickrEndpoint: Hashable, Sendable {
  /// The URL of the API, with a trailing slash.
  public let rest: String
  /// The URL of the feeds, with a trailing slash.
  public let feeds: String

  /// The endpoint of Flickr itself.
  public static let flickr = FlickrEndpoint(
    rest: "https://api.flickr.com/services/rest/", feeds: "https://www.flickr.com/services/feeds/")

  /// Creates an endpoint for services under one base URL, such as a proxy's: `BASE/rest/` and
  /// `BASE/feeds/`.
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
