import ObjectGraph

extension BackgroundContext {
  /// Performs work in the context, including a save, and retries it after a conflict with a concurrent
  /// import or deletion; leaves the context empty.
  func performRepeatedly<Result: Sendable>(
    attempts most: Int = 5, _ work: @Sendable (ManagedObjectContext) throws -> Result
  ) async throws -> Result {
    var attempts = 1
    while true {
      do {
        return try perform { context in
          defer { context.reset() }
          return try work(context)
        }
      } catch let conflict as ConflictError {
        attempts += 1
        if attempts > most { throw conflict }
      }
    }
  }
}
