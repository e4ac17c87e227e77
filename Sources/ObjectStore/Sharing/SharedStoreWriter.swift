/// A writer that detects the commits of other writers.
public protocol SharedStoreWriter: StoreWriter, CommitDetector {}
