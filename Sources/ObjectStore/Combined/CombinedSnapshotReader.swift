/// A reader of several stores that can each hold a state.
final class CombinedSnapshotReader: CombinedReader, SnapshotReader {
  /// Holds the state of each store; another program can write to one of them between two of these steps.
  func holdSnapshot() throws {
    do {
      for reader in readers { try (reader as? any SnapshotReader)?.holdSnapshot() }
    } catch {
      releaseSnapshot()
      throw error
    }
  }

  func snapshot<Result>(_ body: () throws -> Result) throws -> Result {
    try snapshot(of: readers[...], body)
  }

  private func snapshot<Result>(
    of readers: ArraySlice<any StoreReader>, _ body: () throws -> Result
  ) throws -> Result {
    guard let first = readers.first as? any SnapshotReader else { return try body() }
    return try first.snapshot { try snapshot(of: readers.dropFirst(), body) }
  }

  func releaseSnapshot() {
    for reader in readers { (reader as? any SnapshotReader)?.releaseSnapshot() }
  }
}
