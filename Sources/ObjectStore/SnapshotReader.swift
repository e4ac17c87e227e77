/// A reader that can stay at one state of the store.
public protocol SnapshotReader: StoreReader {
  /// Makes all following reads see the state that is committed now, and releases the snapshot held before.
  ///
  /// For pinned contexts (``ManagedObjectContext/setQueryGeneration(_:)``): what is read is not brought up to date.
  func holdSnapshot() throws

  /// Makes each read see the latest committed state again.
  func releaseSnapshot()

  /// Runs several readings, which see the same state of the store.
  ///
  /// The default implementation holds a snapshot meanwhile.
  func snapshot<Result>(_ body: () throws -> Result) throws -> Result
}

extension SnapshotReader {
  /// Runs several readings on a snapshot that is held meanwhile.
  public func snapshot<Result>(_ body: () throws -> Result) throws -> Result {
    try holdSnapshot()
    defer { releaseSnapshot() }
    return try body()
  }
}
