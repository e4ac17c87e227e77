/// A reader that can hold one state of the store, for pinned contexts
/// (``ManagedObjectContext/setQueryGeneration(_:)``).
public protocol SnapshotReader: StoreReader {
  /// Makes all following reads see the state that is committed now, and releases the snapshot held before.
  func holdSnapshot() throws

  /// Makes each read see the latest committed state again.
  func releaseSnapshot()
}
