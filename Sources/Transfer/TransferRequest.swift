/// An address to fetch, and the bounds of doing so.
public struct TransferRequest: Hashable, Sendable {
  /// The address: `http:`, `https:` or `file:`.
  public var url: TransferURL
  /// Header fields beside those that every request has, as `Name: value`.
  public var headers: [String]
  /// What ends the transfer early.
  public var limits: TransferLimits

  /// A Boolean value that indicates whether the address may lead to this machine or into its network.
  ///
  /// Set it to `false` for addresses that a page from the internet names. Redirects from the internet into the local
  /// network are refused in any case. Where a proxy makes the connection, only the spelling of addresses is checked.
  public var allowsLocalNetwork: Bool

  /// Makes a request for `url`.
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

/// The bounds of a transfer.
///
/// Exceeding one ends it with an error that names the bound.
public struct TransferLimits: Hashable, Sendable {
  /// The most bytes of body, counted after decompression.
  public var bodyBytes: Int
  /// The longest time until a connection stands, name look-up and TLS included.
  public var connectTime: Duration
  /// The longest time without any byte, in whole seconds (at least one): libcurl counts no finer.
  public var stallTime: Duration
  /// The longest time for all.
  public var overallTime: Duration
  /// The most redirects that are followed.
  public var redirects: Int

  /// Makes limits; without arguments those for a page of a list.
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

/// How far a transfer is.
public struct TransferProgress: Hashable, Sendable {
  /// Bytes that came over the line, before decompression.
  public var received: Int
  /// Bytes that the server announced; `nil` when it did not.
  public var expected: Int?

  /// Makes a report.
  public init(received: Int, expected: Int?) {
    self.received = received
    self.expected = expected
  }
}
