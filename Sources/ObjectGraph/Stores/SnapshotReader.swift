/// A reader that can stay at one state of the store, for contexts that are pinned
/// (``ManagedObjectContext/setQueryGeneration(_:)``).
public protocol SnapshotReader: StoreReader {
  /// Makes all following reads see the state that is committed now, and releases the snapshot held before.
  func holdSnapshot() throws

  /// Lets each reading see what is committed by then.
  func releaseSnapshot()
}
