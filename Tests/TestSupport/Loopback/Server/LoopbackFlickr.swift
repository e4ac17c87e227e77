internal import Synchronization

/// An HTTP server on 127.0.0.1 with configurable responses, including every fault that a server can have.
///
/// It runs on its own threads, one per connection, until it is deinitialized. Paths without a response get
/// 404.
public final class LoopbackFlickr: Sendable {
  private let server: LoopbackServer
  private let scheme: String

  /// Starts a server on the port, or on a free one if it is 0; with an identity, it uses TLS.
  public init(port: Int = 0, tls identity: LoopbackIdentity? = nil) throws {
    server = try LoopbackServer(port: port, tls: identity.map(TLSContext.init))
    scheme = identity == nil ? "http" : "https"
  }

  deinit {
    server.stop()
  }

  /// The URL of the server, without a trailing slash, for `--endpoint`.
  public var url: String { "\(scheme)://127.0.0.1:\(server.port)" }

  /// Sets the responses to requests for `path`, one after the other; the last one is repeated.
  public func serve(_ path: String, _ answers: LoopbackAnswer...) {
    server.script.withLock { $0.answers[path] = answers }
  }

  /// Sets a handler for requests for other paths; if it returns `nil`, the response is 404.
  public func serve(_ answer: @escaping @Sendable (LoopbackRequest) -> LoopbackAnswer?) {
    server.script.withLock { $0.handler = answer }
  }

  /// Serves the pages of a list: at `/rest/` by the argument `page`, and at `/page-N.json`.
  ///
  /// Past the end, `/rest/` repeats the last page, as Flickr does, and the other path returns 404.
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

  /// The number of connections so far.
  public var connectionCount: Int {
    server.script.withLock { $0.connectionCount }
  }

  /// Waits until there have been a number of requests in all.
  ///
  /// - Throws: `CancellationError` when the task is canceled, as a time limit does.
  public func waitForRequests(_ count: Int) async throws {
    while true {
      let seen = requests.count
      if seen >= count { return }
      try Task.checkCancellation()
      await server.waitForRequest(after: seen)
    }
  }

  /// The number of responses that are stalled now.
  public var stalledCount: Int {
    server.gate.waitingCount
  }

  /// Releases stalled responses, and lets later ones pass.
  public func release() {
    server.gate.open()
  }

  /// Releases the responses that are stalled now; later ones stall again.
  public func releaseOnce() {
    server.gate.letGo()
  }

  /// Returns a port that refuses connections as long as the value is retained.
  public static func closedPort() throws -> ClosedPort {
    try ClosedPort()
  }
}

/// A bound port that refuses connections.
public final class ClosedPort: Sendable {
  private let socket: Socket

  init() throws {
    socket = try .bound()
  }

  deinit {
    socket.close()
  }

  /// The URL of the port, without a trailing slash.
  public var url: String { "http://127.0.0.1:\(socket.port)" }
}
