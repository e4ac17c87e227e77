extension StoreReader {
  /// Counts one query after the other.
  public func counts(_ queries: [StoreQuery]) throws -> [Int] { try queries.map(count) }

  /// Fetches the rows of one query after the other.
  public func fetchEach(_ queries: [StoreQuery]) throws -> [[Row]] { try queries.map { try fetch($0) } }

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
