#if PostgreSQL
  import Synchronization
  import TestSupport

  /// The server behind a relay that counts round trips and can delay them.
  final class MeteredServer: Sendable {
    private let server: RelayedServer
    private let counts: RoundTripCounts
    /// The connection string that leads through the relay.
    var connection: String { server.connection }

    /// Starts a relay to the server that the environment names.
    init() throws {
      let counts = RoundTripCounts()
      self.counts = counts
      server = try RelayedServer { counts.add($1, of: $0) }
    }

    /// The number of connections that have set up their sessions.
    var connections: Int { counts.ready.count }

    /// The number of round trips so far.
    var total: Int { counts.total }

    /// Returns the number of round trips that `body` makes on connections that were ready before.
    ///
    /// Readers open theirs in the background, which costs a round trip for the settings of the session.
    func roundTrips(_ body: () throws -> Void) rethrows -> Int {
      let before = counts.ready
      try body()
      let after = counts.ready
      return before.reduce(0) { $0 + (after[$1.key] ?? 0) - $1.value }
    }
  }

  /// The round trips of all connections through a relay.
  private final class RoundTripCounts: Sendable {
    private let parsers = Mutex<[Int: FrontendMessages]>([:])

    /// The round trips of the connections that have set up their sessions.
    var ready: [Int: Int] { parsers.withLock { $0.mapValues(\.roundTrips).filter { $0.value > 0 } } }

    var total: Int { parsers.withLock { $0.values.reduce(0) { $0 + $1.roundTrips } } }

    func add(_ bytes: [UInt8], of connection: Int) {
      parsers.withLock { $0[connection, default: FrontendMessages()].add(bytes) }
    }
  }

  /// The messages of a client in PostgreSQL's protocol, of which it counts those that the server answers before the client
  /// goes on: simple queries and the ends of pipelines.
  private struct FrontendMessages {
    private(set) var roundTrips = 0
    private var buffer: [UInt8] = []
    /// A Boolean value that indicates whether the first message, which has no type, was read.
    private var isStarted = false

    mutating func add(_ bytes: [UInt8]) {
      buffer += bytes
      var start = 0
      while true {
        let header = isStarted ? 5 : 4
        guard buffer.count >= start + header else { break }
        let length = buffer[(start + header - 4)..<(start + header)].reduce(0) { $0 << 8 | Int($1) }
        let end = start + header - 4 + length
        guard buffer.count >= end else { break }
        if isStarted, buffer[start] == UInt8(ascii: "S") || buffer[start] == UInt8(ascii: "Q") {
          roundTrips += 1
        }
        isStarted = true
        start = end
      }
      buffer.removeFirst(start)
    }
  }
#endif
