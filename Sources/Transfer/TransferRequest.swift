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

/// The limits of a transfer.
///
/// Exceeding one ends the transfer with an error that names the limit.
public struct TransferLimits: Hashable, Sendable {
  /// The maximum size of the body in bytes, after decompression.
  public var bodyBytes: Int
  /// The connection timeout, including name resolution and TLS handshake.
  public var connectTime: Duration
  /// The longest time without any received byte, in whole seconds (at least one), the resolution of
  /// libcurl.
  public var stallTime: Duration
  /// The timeout of the whole transfer.
  public var overallTime: Duration
  /// The maximum number of redirects.
  public var redirects: Int

  /// Creates limits; the defaults suit a page of a list.
  public init(
    bodyBytes: Int = 32 << 20, connectTime: Duration = .seconds(15), stallTime: Duration = .seconds(20),
    overallTime: Duration = .seconds(120), redirects: Int = 5
  ) {
    self.bodyBytes = bodyBytes
    self.connectTime = connectTime
    self.stallTime = stallTime
    self.overallTime = overallTime
    self.redirects = redirects
  }
}

/// The progress of a transfer.
public struct TransferProgress: Hashable, Sendable {
  /// The number of bytes received from the network, before decompression.
  public var received: Int
  /// The number of bytes that the server announced; `nil` if it did not.
  public var expected: Int?

  /// Creates a progress value.
  public init(received: Int, expected: Int?) {
    self.received = received
    self.expected = expected
  }
}
