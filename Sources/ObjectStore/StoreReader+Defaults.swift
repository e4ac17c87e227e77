extension StoreReader {
  /// Counts one query after the other.
  public func counts(_ queries: [StoreQuery]) throws -> [Int] { try queries.map(count) }

  /// Does nothing.
  public func releaseMemory() {}

  /// Runs `body` unless the task is canceled; this default does not stop a running body.
  public func interruptible<Result>(_ body: () throws -> Result) throws -> Result {
    try Task.checkCancellation()
    let result = try body()
    try Task.checkCancellation()
    return result
  }
}
