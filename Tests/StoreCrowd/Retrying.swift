#if PostgreSQL
  import PostgresStore
  import TestSupport

  /// Repeats what fails because the server was killed.
  @MainActor
  enum Retrying {
    /// Runs `body` until it does not fail for a reason of the server, or the test has ended.
    static func run<Result: Sendable>(
      in folder: CrowdFolder, _ body: () async throws -> Result
    ) async throws -> Result {
      while true {
        do { return try await body() } catch let error as PostgresError {
          if folder.isGone { throw error }
          try await Task.sleep(for: .milliseconds(50))
        }
      }
    }
  }
#endif
