/// The reason for the end of a sync.
public enum SyncEnd: String, Hashable, Sendable {
  /// All photos were checked.
  case everythingChecked = "end"
  /// The limit of photos was reached.
  case limit
  /// The sync was canceled.
  case canceled
  /// An error occurred.
  case failed
}
