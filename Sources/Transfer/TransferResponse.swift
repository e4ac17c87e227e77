/// A response with any HTTP status: a 404 is a response too.
public struct TransferResponse: Hashable, Sendable {
  /// The HTTP status; `nil` for `file:`.
  public var status: Int?
  /// The header fields of the last response, in the order received.
  public var headers: [HeaderField]
  /// The body, decompressed.
  public var body: [UInt8]
  /// The URL of the body, after redirects.
  public var finalURL: TransferURL
  /// The number of bytes received from the network, before decompression.
  public var bytesReceived: Int
  /// The delay that the server asks for (`Retry-After`, as seconds or as a date).
  public var retryAfter: Duration?

  /// A Boolean value that indicates whether the body came from this machine or its network.
  public var isFromLocalNetwork: Bool

  /// Creates a response.
  public init(
    status: Int?, headers: [HeaderField] = [], body: [UInt8] = [], finalURL: TransferURL,
    bytesReceived: Int = 0, retryAfter: Duration? = nil, isFromLocalNetwork: Bool = false
  ) {
    self.status = status
    self.headers = headers
    self.body = body
    self.finalURL = finalURL
    self.bytesReceived = bytesReceived
    self.retryAfter = retryAfter
    self.isFromLocalNetwork = isFromLocalNetwork
  }

  /// Returns the value of the first header field with that name, ignoring case.
  ///
  /// - Complexity: O(*n*) in the number of fields.
  public func header(_ name: String) -> String? {
    let wanted = name.lowercased()
    return headers.first { $0.name.lowercased() == wanted }?.value
  }
}
