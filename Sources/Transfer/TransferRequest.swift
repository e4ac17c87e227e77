/// A request for a URL, with its limits.
public struct TransferRequest: Hashable, Sendable {
  /// The URL: `http:`, `https:` or `file:`.
  public var url: TransferURL
  /// Additional header fields, as `Name: value`.
  public var headers: [String]
  /// The limits of the transfer.
  public var limits: TransferLimits

  /// A Boolean value that indicates whether the URL may lead to this machine or its network.
  ///
  /// Set it to `false` for URLs that a page from the internet names. Redirects from the internet into the
  /// local network are always refused. If a proxy makes the connection, only the text of URLs is checked.
  public var allowsLocalNetwork: Bool

  /// Creates a request for `url`.
  public init(
    _ url: TransferURL, headers: [String] = [], limits: TransferLimits = TransferLimits(),
    allowsLocalNetwork: Bool = true
  ) {
    self.url = url
    self.headers = headers
    self.limits = limits
    self.allowsLocalNetwork = allowsLocalNetwork
  }
}
