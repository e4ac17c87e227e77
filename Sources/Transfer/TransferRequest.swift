/// What to fetch and how much patience to have.
public struct TransferRequest: Hashable, Sendable {
  /// The address: `http:`, `https:` or `file:`.
  public var url: TransferURL
  /// Header fields beside those that every request has, as `Name: value`.
  public var headers: [String]
  /// What ends the transfer early.
  public var limits: TransferLimits

  /// Makes a request for `url`.
  public init(_ url: TransferURL, headers: [String] = [], limits: TransferLimits = TransferLimits()) {
    self.url = url
    self.headers = headers
    self.limits = limits
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
