#if PostgreSQL
  internal import CRawPostgres
  import Foundation

  /// A program in C that is notified of changed rows, and reads them.
  nonisolated enum RawListener {
    /// Listens until it is notified of the row 0, and yields the times when it listens and when it has read each row.
    static func run(
      _ connection: String, table: String, _ times: AsyncStream<ContinuousClock.Instant>.Continuation
    ) {
      defer { times.finish() }
      do {
        let server = try RawServer(connection)
        try server.prepare("row", "SELECT * FROM \(table) WHERE \"_key\" = $1::bigint")
        try server.execute("LISTEN benchmark")
        times.yield(.now)
        while true {
          var descriptor = pollfd(fd: PQsocket(server.handle), events: Int16(POLLIN), revents: 0)
          poll(&descriptor, 1, -1)
          guard PQconsumeInput(server.handle) == 1 else { return }
          while let notification = PQnotifies(server.handle) {
            defer { PQfreemem(notification) }
            guard let key = Int64(String(cString: notification.pointee.extra)), key > 0 else { return }
            guard try server.run([.init("row", [RawParameter.integer(key)])])[0].count == 1 else { return }
            times.yield(.now)
          }
        }
      } catch {
        // The stream ends, which the reader of the times reports.
      }
    }
  }
#endif
