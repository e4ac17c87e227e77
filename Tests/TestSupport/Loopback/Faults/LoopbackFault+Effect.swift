extension LoopbackFault {
  /// Returns the response with the fault, for a request to a server with that URL.
  func effect(on answer: LoopbackAnswer, to request: LoopbackRequest, at url: String) -> LoopbackAnswer {
    let middle = answer.body.count / 2
    switch kind {
    case .slow(let bytes): return answer.paced(max(1, bytes / 10), .milliseconds(100))
    case .delay(let seconds):
      var late = answer
      late.delay = .seconds(seconds)
      return late
    case .stall(let bytes): return answer.stalled(.after(bytes.map { min($0, answer.body.count) } ?? middle))
    case .stallHead: return answer.stalled(.beforeHeader)
    case .cut(let bytes): return answer.cut(after: min(bytes ?? middle, max(0, answer.body.count - 1)))
    case .reset:
      var cut = answer.cut(after: middle)
      cut.resets = true
      return cut
    case .short: return answer.framed(.falseLength(max(0, answer.body.count - 10)))
    case .long: return answer.framed(.falseLength(answer.body.count + 10))
    case .chunked: return answer.framed(.chunked(100))
    case .untilClose: return answer.framed(.close)
    case .gzip: return answer.gzipped()
    case .comma: return answer.withBody { $0 + "," }
    case .jsonp: return answer.withBody { "jsonFlickrApi(\($0))" }
    case .redirect(let place): return .redirect(to: Self.address(place, request, url))
    default: return replacement ?? answer
    }
  }

  /// The response that replaces any other one.
  private var replacement: LoopbackAnswer? {
    switch kind {
    case .status(let status, let retryAfter):
      var answer = LoopbackAnswer.html(status: status, Self.reasons[status] ?? "Error")
      if let retryAfter { answer.headers.append(("Retry-After", String(retryAfter))) }
      return answer
    case .refusal(let code, let message):
      return .json(FlickrAnswers.failure(code: code, message ?? APIFailure(code: code).message))
    case .html: return .html(status: 200, "Log in")
    case .empty: return .json("")
    case .notJSON: return .json("nonsense")
    case .gone: return .pictureUnavailable
    case .gzipBomb(let megabytes): return .gzipBomb(megabytes << 20)
    case .large(let megabytes): return .large(megabytes << 20, announced: true)
    case .endless: return .endless
    case .garbage: return Self.raw(Array("\u{1}no HTTP\r\n\r\n".utf8))
    case .hangUp: return Self.raw([])
    default: return nil
    }
  }

  private static func raw(_ bytes: [UInt8]) -> LoopbackAnswer {
    var answer = LoopbackAnswer()
    answer.garbage = bytes
    return answer
  }

  private static func address(_ place: String, _ request: LoopbackRequest, _ url: String) -> String {
    switch place {
    case "host": url.replacing("127.0.0.1", with: "localhost") + request.target
    case "file": "file:///etc/passwd"
    case "loop": request.target
    default: place
    }
  }

  private static let reasons = [
    400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 410: "Gone",
    429: "Too Many Requests", 500: "Internal Server Error", 502: "Bad Gateway", 503: "Service Unavailable",
    504: "Gateway Time-out",
  ]
}

extension LoopbackAnswer {
  func withBody(_ change: (String) -> String) -> LoopbackAnswer {
    var answer = self
    answer.body = Array(change(String(decoding: body, as: UTF8.self)).utf8)
    return answer
  }
}
