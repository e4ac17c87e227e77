/// What the loopback server sends, faults included.
public struct LoopbackAnswer: Sendable {
  /// How the client learns where the body ends.
  public enum Framing: Sendable {
    /// `Content-Length` with the true length.
    case length
    /// `Content-Length` with another number.
    case falseLength(Int)
    /// Chunks of the given size.
    case chunked(Int)
    /// The end of the connection.
    case close
  }

  /// Where the server stops until `release()`.
  public enum Stall: Sendable {
    /// Before the first byte.
    case beforeHeader
    /// After so many bytes of body.
    case after(Int)
  }

  /// A line that is slow: so many bytes of body, then a pause, and so on.
  public struct Pace: Sendable {
    /// How many bytes go at once.
    public var bytes: Int
    /// How long nothing goes then.
    public var pause: Duration

    /// Makes a pace; at least one byte goes at once.
    public init(bytes: Int, pause: Duration) {
      self.bytes = max(1, bytes)
      self.pause = pause
    }
  }

  /// The HTTP status.
  public var status: Int
  /// The status line with its line end, where it is not the usual one.
  public var statusLine: String?
  /// Header fields beside those of the framing.
  public var headers: [(name: String, value: String)]
  /// The body, or one repetition of it.
  public var body: [UInt8]
  /// How often the body is sent; `.max` is without end.
  public var repetitions = 1
  /// How the client learns where the body ends.
  public var framing = Framing.length
  /// Where the server stops until `release()`; `nil` when it does not.
  public var stall: Stall?
  /// How long the server thinks before the first byte; `release()` ends it.
  public var delay: Duration?
  /// How slowly the body goes; `nil` when it goes at once.
  ///
  /// `release()` ends the pauses.
  public var pace: Pace?
  /// After how many bytes of body the server hangs up; `nil` when it does not.
  public var cutOff: Int?
  /// Sent instead of everything else: no HTTP.
  ///
  /// The server hangs up then.
  public var garbage: [UInt8]?
  /// Whether a connection that breaks off does so with a reset instead of an end.
  public var resets = false

  /// A port of this machine to which the connection leads from now on, as a proxy has it after `CONNECT`.
  public var tunnel: Int?

  /// Makes an answer that arrives whole.
  public init(status: Int = 200, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

extension LoopbackAnswer {
  /// What a proxy does for `CONNECT`: the connection leads to a port of this machine from now on.
  public static func tunnel(to port: Int) -> LoopbackAnswer {
    var answer = LoopbackAnswer()
    answer.tunnel = port
    return answer
  }

  /// JSON with status 200.
  public static func json(_ text: String) -> LoopbackAnswer {
    LoopbackAnswer(headers: [("Content-Type", "application/json")], body: Array(text.utf8))
  }

  /// The page that servers of the kind send with an error.
  public static func html(status: Int, _ title: String) -> LoopbackAnswer {
    let line = "\(status) \(title)"
    let text = "<html><head><title>\(line)</title></head>\r\n<body><h1>\(line)</h1></body></html>"
    return LoopbackAnswer(status: status, headers: [("Content-Type", "text/html")], body: Array(text.utf8))
  }

  /// A redirect to any address, `file:` included.
  public static func redirect(to address: String) -> LoopbackAnswer {
    LoopbackAnswer(status: 302, headers: [("Location", address)])
  }

  /// A body of that many bytes, whose length is announced or not.
  public static func large(_ bytes: Int, announced: Bool) -> LoopbackAnswer {
    var answer = LoopbackAnswer(body: [UInt8](repeating: UInt8(ascii: " "), count: 1 << 16))
    answer.repetitions = bytes >> 16
    answer.framing = announced ? .length : .chunked(1 << 16)
    return answer
  }

  /// A body without end.
  public static var endless: LoopbackAnswer {
    var answer = large(1 << 16, announced: false)
    answer.repetitions = .max
    return answer
  }

  /// A body that is compressed to little and unpacks to that many bytes.
  public static func gzipBomb(_ bytes: Int) -> LoopbackAnswer {
    LoopbackAnswer(headers: [("Content-Encoding", "gzip")], body: Gzip.zeros(bytes))
  }

  /// JSON in gzip's clothes.
  public static func gzip(_ text: String) -> LoopbackAnswer {
    LoopbackAnswer(headers: [("Content-Encoding", "gzip")], body: Gzip.stored(Array(text.utf8)))
  }

  /// The same answer in gzip's clothes.
  public func gzipped() -> LoopbackAnswer {
    var answer = self
    answer.headers.append(("Content-Encoding", "gzip"))
    answer.body = Gzip.stored(body)
    return answer
  }

  /// The same answer with another status line, its line end included.
  public func statusLine(_ line: String) -> LoopbackAnswer {
    var answer = self
    answer.statusLine = line
    return answer
  }

  /// The same answer, but the server hangs up after so many bytes of body.
  public func cut(after bytes: Int) -> LoopbackAnswer {
    var answer = self
    answer.cutOff = bytes
    return answer
  }

  /// The same answer, but the server stops there until `release()`.
  public func stalled(_ stall: Stall) -> LoopbackAnswer {
    var answer = self
    answer.stall = stall
    return answer
  }

  /// The same answer over a slow line.
  public func paced(_ bytes: Int, _ pause: Duration) -> LoopbackAnswer {
    var answer = self
    answer.pace = Pace(bytes: bytes, pause: pause)
    return answer
  }

  /// The same answer with its end marked in another way.
  public func framed(_ framing: Framing) -> LoopbackAnswer {
    var answer = self
    answer.framing = framing
    return answer
  }

  /// Status line and header fields, with the blank line.
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
