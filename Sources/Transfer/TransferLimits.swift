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
  /// The longest time that a connection may have been unused to serve this request, in whole seconds (at least one).
  public var idleTime: Duration
  /// The maximum number of redirects.
  public var redirects: Int

  /// Creates limits; the defaults suit a page of a list.
  public init(
    bodyBytes: Int = 32 << 20, connectTime: Duration = .seconds(15), stallTime: Duration = .seconds(20),
    overallTime: Duration = .seconds(120), idleTime: Duration = .seconds(118), redirects: Int = 5
  ) {
    self.bodyBytes = bodyBytes
    self.connectTime = connectTime
    self.stallTime = stallTime
    self.overallTime = overallTime
    self.idleTime = idleTime
    self.redirects = redirects
  }
}
