#if PostgreSQL
  import PostgresStore

  /// Repeats what fails because the server was killed.
  @MainActor
  enum Retrying {
    /// Runs `body` until it does not fail for a reason of the server.
    static func run<Result: Sendable>(_ body: () async throws -> Result) async throws -> Result {
      while true {
        do { return try await body() } catch is PostgresError { try await Task.sleep(for: .milliseconds(50)) }
      }
    }
  }
#endif
