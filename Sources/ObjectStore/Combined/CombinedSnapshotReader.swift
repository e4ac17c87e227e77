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

  func releaseSnapshot() {
    for reader in readers { (reader as? any SnapshotReader)?.releaseSnapshot() }
  }
}
