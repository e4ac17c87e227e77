/// The durability of a commit in case of a power failure.
public enum Durability: Hashable, Sendable {
  /// The commit survives a power failure: for changes made by the user (`synchronous=FULL`).
  case full
  /// The last commits can be lost, but not consistency: for data that can be fetched again
  /// (`synchronous=NORMAL`).
  case normal
}
