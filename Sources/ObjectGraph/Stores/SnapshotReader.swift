/// A reader that can stay at one state of the store, for contexts that are pinned
/// (``ManagedObjectContext/setQueryGeneration(_:)``).
public protocol SnapshotReader: StoreReader {
  /// Lets all readings from now on see the state that is committed now; let go of the one held before.
  func holdSnapshot() throws

  /// Lets each reading see what is committed by then.
  func releaseSnapshot()
}
