/// A reader of the requests of a connection.
struct RequestReader<Connection: Channel> {
  private static var longestHeader: Int { 1 << 20 }
  private static var longestBody: Int { 1 << 24 }

  private let connection: Connection
  private var pending: [UInt8] = []

  init(_ connection: Connection) {
    self.connection = connection
  }

  /// Returns the next request, or `nil` if the connection ends or the request is invalid.
  mutating func next() -> LoopbackRequest? {
    guard var request = header() else { return nil }
    guard let length = request.headers["content-length"] else { return request }
    guard let length = Int(length), (0...Self.longestBody).contains(length) else { return nil }
    // RFC 9110, section 10.1.1: the client waits for permission to send the body.
    if request.headers["expect"]?.lowercased() == "100-continue" {
      guard connection.send("HTTP/1.1 100 Continue\r\n\r\n".utf8) else { return nil }
    }
    while pending.count < length { guard receive() else { return nil } }
    request.body = Array(pending.prefix(length))
    pending.removeFirst(length)
    return request
  }

  private mutating func header() -> LoopbackRequest? {
    while pending.count <= Self.longestHeader {
      if let end = pending.firstRange(of: Array("\r\n\r\n".utf8)) {
        defer { pending.removeSubrange(..<end.upperBound) }
        return LoopbackRequest(header: Array(pending[..<end.lowerBound]))
      }
      // 22 starts a TLS handshake, which a server without an identity does not support.
      guard receive(), pending.first != 22 else { return nil }
    }
    return nil
  }

  private mutating func receive() -> Bool {
    let bytes = connection.received()
    pending += bytes
    return !bytes.isEmpty
  }
}
