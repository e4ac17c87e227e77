/// What came back, whatever its HTTP status: a 404 is a response too.
public struct TransferResponse: Hashable, Sendable {
  /// The HTTP status; `nil` for `file:`.
  public var status: Int?
  /// The header fields of the last response, in the order they came.
  public var headers: [HeaderField]
  /// The body, decompressed.
  public var body: [UInt8]
  /// Where the body came from, after redirects.
  public var finalURL: TransferURL
  /// Bytes that came over the line, before decompression.
  public var bytesReceived: Int
  /// How long the server asks to wait (`Retry-After`, as seconds or as a date).
  public var retryAfter: Duration?

  /// A Boolean value that indicates whether the body came from this machine or its network.
  public var isFromLocalNetwork: Bool

  /// Makes a response.
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

  /// The value of the first header field of that name, whatever its case.
  ///
  /// O(number of fields).
  public func header(_ name: String) -> String? {
    let wanted = name.lowercased()
    return headers.first { $0.name.lowercased() == wanted }?.value
  }
}

/// One field of a response's header.
public struct HeaderField: Hashable, Sendable {
  /// The name as it was sent.
  public var name: String
  /// The value without surrounding blanks.
  public var value: String

  /// Makes a field.
  public init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}
