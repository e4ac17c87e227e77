#if PostgreSQL
  internal import CRawPostgres

  /// A connection to a PostgreSQL server as libpq itself gives it, with nothing in between.
  nonisolated final class RawServer {
    /// A prepared statement, and its parameters in the binary format; text is as it is.
    struct Call {
      let statement: String
      let parameters: [[UInt8]]

      init(_ statement: String, _ parameters: [[UInt8]] = []) {
        self.statement = statement
        self.parameters = parameters
      }
    }

    let handle: OpaquePointer

    /// Opens a connection.
    init(_ connection: String) throws {
      guard let handle = PQconnectdb(connection), PQstatus(handle) == CONNECTION_OK else {
        throw Refusal("libpq cannot connect to the server")
      }
      self.handle = handle
      PQsetNoticeProcessor(handle, { _, _ in }, nil)
    }

    deinit { PQfinish(handle) }

    /// Prepares a statement, which goes with the connection.
    func prepare(_ name: String, _ sql: String) throws {
      _ = RawAnswer(try check(PQprepare(handle, name, sql, 0, nil)))
    }

    /// Runs statements without parameters, and returns the last answer, in text.
    @discardableResult
    func execute(_ sql: String) throws -> RawAnswer { RawAnswer(try check(PQexec(handle, sql))) }

    /// Runs prepared statements in one round trip, in libpq's pipeline mode.
    func run(_ calls: [Call]) throws -> [RawAnswer] {
      PQenterPipelineMode(handle)
      defer { PQexitPipelineMode(handle) }
      for call in calls { try send(call) }
      guard PQpipelineSync(handle) == 1 else { throw failure() }
      let answers = try calls.map { _ in
        let answer = RawAnswer(try check(PQgetResult(handle)))
        // The end of the statement.
        PQclear(PQgetResult(handle))
        return answer
      }
      PQclear(PQgetResult(handle))
      return answers
    }

    private func send(_ call: Call) throws {
      let lengths = call.parameters.map { Int32($0.count) }
      let formats = lengths.map { _ in Int32(1) }
      let isSent = Self.withPointers(call.parameters) { values in
        PQsendQueryPrepared(handle, call.statement, Int32(values.count), values, lengths, formats, 1)
      }
      guard isSent == 1 else { throw failure() }
    }

    private static func withPointers<Result>(
      _ parameters: [[UInt8]], _ body: ([UnsafePointer<CChar>?]) -> Result
    ) -> Result {
      let all = parameters.flatMap(\.self)
      return all.withUnsafeBytes { bytes in
        var offset = 0
        let pointers = parameters.map { parameter in
          defer { offset += parameter.count }
          return bytes.baseAddress.map { ($0 + offset).assumingMemoryBound(to: CChar.self) }
        }
        return body(pointers)
      }
    }

    private func check(_ result: OpaquePointer?) throws -> OpaquePointer {
      guard let result else { throw failure() }
      let status = PQresultStatus(result)
      guard status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK else {
        defer { PQclear(result) }
        throw Refusal(String(cString: PQresultErrorMessage(result)))
      }
      return result
    }

    private func failure() -> Refusal { Refusal(String(cString: PQerrorMessage(handle))) }
  }
#endif
