#if PostgreSQL
  /// The pauses between attempts of a listener to open its connection: they double with each failure, from a quarter of a
  /// second to half a minute.
  struct Reconnection {
    private var failures = 0
    private var next = ContinuousClock.now
    private var lastFailure: (any Error)?

    /// The last failure, during the pause after it; otherwise nil.
    var failure: (any Error)? { ContinuousClock.now >= next ? nil : lastFailure }

    /// Runs an attempt, and begins a pause if it fails.
    mutating func attempt<Result>(_ body: () throws -> Result) rethrows -> Result {
      do {
        let result = try body()
        failures = 0
        lastFailure = nil
        return result
      } catch {
        failures += 1
        lastFailure = error
        next = .now + min(.milliseconds(250) * (1 << min(failures - 1, 10)), .seconds(30))
        throw error
      }
    }
  }
#endif
