public import Foundation

/// A PostgreSQL server behind a relay, which delays what it passes on, as a network does.
///
/// The connection is not encrypted, so that the relay can read what passes.
public final class RelayedServer: Sendable {
  /// The relay.
  public let relay: LoopbackRelay
  /// The connection string that leads through the relay.
  public let connection: String

  /// Starts a relay to a server on 127.0.0.1.
  ///
  /// - Parameters:
  ///   - connection: The connection string of the server; that of the environment by default.
  ///   - folder: A folder for a Unix socket at which the relay listens, so that a program without a network reaches it;
  ///     without one, the relay listens on a port.
  ///   - roundTrip: The time in seconds that a message and the answer to it spend on the way.
  ///   - observer: Called with the number of a connection, and with the bytes that its client sent, in order.
  ///   - rewriter: Called with the bytes that the server sent, in order; returns what its client receives.
  /// - Throws: `CocoaError` if there is no server, and the errors of the relay's socket.
  public init(
    _ connection: String? = PostgresServer.connection, folder: URL? = nil, roundTrip: TimeInterval = 0,
    observer: @escaping @Sendable (_ connection: Int, _ bytes: [UInt8]) -> Void = { _, _ in },
    rewriter: @escaping @Sendable ([UInt8]) -> [UInt8] = { $0 }
  ) throws {
    guard var parts = connection.flatMap({ URLComponents(string: $0) }), let port = parts.port else {
      throw CocoaError(.featureUnsupported)
    }
    // libpq's name of the socket of the port 5432.
    relay = try LoopbackRelay(
      to: port, path: folder?.appendingPathComponent(".s.PGSQL.5432").path, roundTrip: roundTrip,
      observer: observer, rewriter: rewriter)
    parts.query = "sslmode=disable&gssencmode=disable"
    if let folder {
      (parts.host, parts.port) = ("", 5432)
      parts.queryItems?.append(URLQueryItem(name: "host", value: folder.path))
    } else {
      parts.port = relay.port
    }
    self.connection = parts.string ?? ""
  }

  deinit { relay.stop() }
}
