internal import Synchronization

/// An HTTP server on 127.0.0.1 that answers as told, with every fault that a server can have.
///
/// It runs on threads of its own, one for each connection, until it is let go. Paths without an answer get 404.
public final class LoopbackFlickr: Sendable {
  private let server: LoopbackServer
  private let scheme: String

  /// Starts a server on the port, or on a free one when it is 0; with an identity it speaks TLS.
  public init(port: Int = 0, tls identity: LoopbackIdentity? = nil) throws {
    server = try LoopbackServer(port: port, tls: identity.map(TLSContext.init))
    scheme = identity == nil ? "http" : "https"
  }

  deinit {
    server.stop()
  }

  /// The server's address, without a slash at its end: what `--endpoint` takes.
  public var url: String { "\(scheme)://127.0.0.1:\(server.port)" }

  /// Answers requests for `path` with these answers in turn; the last one stays.
  public func serve(_ path: String, _ answers: LoopbackAnswer...) {
    server.script.withLock { $0.answers[path] = answers }
  }

  /// Answers requests that no path was given for; `nil` passes on to 404.
  public func serve(_ answer: @escaping @Sendable (LoopbackRequest) -> LoopbackAnswer?) {
    server.script.withLock { $0.handler = answer }
  }

  /// Serves a list page by page: at `/rest/` by the argument `page`, and at `/page-N.json`.
  ///
  /// Past the end `/rest/` repeats the last page, as Flickr does, and the other address has nothing.
  public func serve(pages: [String]) {
    serve { request in
      if request.path == "/rest/" {
        let number = Int(request.query["page"] ?? "1") ?? 1
        return .json(pages[min(max(number, 1), pages.count) - 1])
      }
      let index = pages.indices.first { request.path == "/page-\($0 + 1).json" }
      return index.map { .json(pages[$0]) }
    }
  }

  /// All requests so far.
  public var requests: [LoopbackRequest] {
    server.script.withLock { $0.requests }
  }

  /// How many connections were made so far.
  public var connectionCount: Int {
    server.script.withLock { $0.connectionCount }
  }

  /// Returns as soon as so many requests have come in all.
  public func waitForRequests(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let isThere = server.script.withLock { script in
        if script.requests.count < count { script.waiting.append((count, continuation)) }
        return script.requests.count >= count
      }
      if isThere { continuation.resume() }
    }
  }

  /// Lets stalled answers go on, and later ones come without a stop.
  public func release() {
    server.gate.open()
  }

  /// Lets the answers go on that are stalled now; later ones stall again.
  public func releaseOnce() {
    server.gate.letGo()
  }

  /// An address where nobody listens, as long as the value lives.
  public static func closedPort() throws -> ClosedPort {
    try ClosedPort()
  }
}

/// A port that is taken and refuses connections.
public final class ClosedPort: Sendable {
  private let socket: Socket

  init() throws {
    socket = try .bound()
  }

  deinit {
    socket.close()
  }

  /// The address, without a slash at its end.
  public var url: String { "http://127.0.0.1:\(socket.port)" }
}
