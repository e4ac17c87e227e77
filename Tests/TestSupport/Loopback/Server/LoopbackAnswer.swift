/// A response of the loopback server, including its faults.
public struct LoopbackAnswer: Sendable {
  /// The way in which the end of the body is indicated.
  public enum Framing: Sendable {
    /// `Content-Length` with the correct length.
    case length
    /// `Content-Length` with a wrong length.
    case falseLength(Int)
    /// Chunks of a given size.
    case chunked(Int)
    /// The end of the connection.
    case close
  }

  /// The position where the server stalls until `release()`.
  public enum Stall: Sendable {
    /// Before the first byte.
    case beforeHeader
    /// After a number of bytes of the body.
    case after(Int)
  }

  /// A slow transfer: some bytes of the body, then a pause, repeatedly.
  public struct Pace: Sendable {
    /// The number of bytes that are sent at once.
    public var bytes: Int
    /// The pause between two pieces.
    public var pause: Duration

    /// Creates a pace of at least one byte at a time.
    public init(bytes: Int, pause: Duration) {
      self.bytes = max(1, bytes)
      self.pause = pause
    }
  }

  /// The HTTP status.
  public var status: Int
  /// The status line with its line end, if it differs from the usual one.
  public var statusLine: String?
  /// The header fields, without those of the framing.
  public var headers: [(name: String, value: String)]
  /// The body, or one repetition of it.
  public var body: [UInt8]
  /// The number of repetitions of the body; `.max` is endless.
  public var repetitions = 1
  /// The way in which the end of the body is indicated.
  public var framing = Framing.length
  /// The position where the server stalls until `release()`, or `nil`.
  public var stall: Stall?
  /// The delay before the first byte; `release()` ends it.
  public var delay: Duration?
  /// The pace of the body, or `nil` to send it at once.
  ///
  /// `release()` ends the pauses.
  public var pace: Pace?
  /// The number of bytes of the body after which the server closes the connection, or `nil`.
  public var cutOff: Int?
  /// Bytes that are sent instead of an HTTP response.
  ///
  /// Then the server closes the connection.
  public var garbage: [UInt8]?
  /// A Boolean value that indicates whether an aborted connection ends with a reset.
  public var resets = false

  /// A local port to which the connection is tunneled from now on, as by a proxy after `CONNECT`.
  public var tunnel: Int?

  /// Creates a complete response.
  public init(status: Int = 200, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

extension LoopbackAnswer {
  /// Returns the response of a proxy to `CONNECT`: the connection is tunneled to a local port.
  public static func tunnel(to port: Int) -> LoopbackAnswer {
    var answer = LoopbackAnswer()
    answer.tunnel = port
    return answer
  }

  /// Returns JSON with status 200.
  public static func json(_ text: String) -> LoopbackAnswer {
    LoopbackAnswer(headers: [("Content-Type", "application/json")], body: Array(text.utf8))
  }

  /// Returns an HTML error page, as such servers send it.
  public static func html(status: Int, _ title: String) -> LoopbackAnswer {
    let line = "\(status) \(title)"
    let text = "<html><head><title>\(line)</title></head>\r\n<body><h1>\(line)</h1></body></html>"
    return LoopbackAnswer(status: status, headers: [("Content-Type", "text/html")], body: Array(text.utf8))
  }

  /// Returns a redirect to any URL, including `file:` URLs.
  public static func redirect(to address: String) -> LoopbackAnswer {
    LoopbackAnswer(status: 302, headers: [("Location", address)])
  }

  /// Returns a body with a number of bytes, with or without `Content-Length`.
  public static func large(_ bytes: Int, announced: Bool) -> LoopbackAnswer {
    var answer = LoopbackAnswer(body: [UInt8](repeating: UInt8(ascii: " "), count: 1 << 16))
    answer.repetitions = bytes >> 16
    answer.framing = announced ? .length : .chunked(1 << 16)
    return answer
  }

  /// A response with an endless body.
  public static var endless: LoopbackAnswer {
    var answer = large(1 << 16, announced: false)
    answer.repetitions = .max
    return answer
  }

  /// Returns a small compressed body that decompresses to a large number of bytes.
  public static func gzipBomb(_ bytes: Int) -> LoopbackAnswer {
    LoopbackAnswer(headers: [("Content-Encoding", "gzip")], body: Gzip.zeros(bytes))
  }

  /// Returns JSON compressed with gzip.
  public static func gzip(_ text: String) -> LoopbackAnswer {
    LoopbackAnswer(headers: [("Content-Encoding", "gzip")], body: Gzip.stored(Array(text.utf8)))
  }

  /// Returns the response compressed with gzip.
  public func gzipped() -> LoopbackAnswer {
    var answer = self
    answer.headers.append(("Content-Encoding", "gzip"))
    answer.body = Gzip.stored(body)
    return answer
  }

  /// Returns the response with another status line, including its line end.
  public func statusLine(_ line: String) -> LoopbackAnswer {
    var answer = self
    answer.statusLine = line
    return answer
  }

  /// Returns the response, cut off after a number of bytes of the body.
  public func cut(after bytes: Int) -> LoopbackAnswer {
    var answer = self
    answer.cutOff = bytes
    return answer
  }

  /// Returns the response, stalled at a position until `release()`.
  public func stalled(_ stall: Stall) -> LoopbackAnswer {
    var answer = self
    answer.stall = stall
    return answer
  }

  /// Returns the response with a slow transfer.
  public func paced(_ bytes: Int, _ pause: Duration) -> LoopbackAnswer {
    var answer = self
    answer.pace = Pace(bytes: bytes, pause: pause)
    return answer
  }

  /// Returns the response with another framing.
  public func framed(_ framing: Framing) -> LoopbackAnswer {
    var answer = self
    answer.framing = framing
    return answer
  }

  /// The status line and header fields, with the blank line.
  var head: String {
    var lines = headers.map { "\($0.name): \($0.value)" }
    switch framing {
    case .length:
      let length = body.count.multipliedReportingOverflow(by: repetitions)
      lines.append("Content-Length: \(length.overflow ? .max : length.partialValue)")
    case .falseLength(let length): lines.append("Content-Length: \(length)")
    case .chunked: lines.append("Transfer-Encoding: chunked")
    case .close: lines.append("Connection: close")
    }
    return (statusLine ?? "HTTP/1.1 \(status) Answer\r\n") + lines.joined(separator: "\r\n") + "\r\n\r\n"
  }
}
