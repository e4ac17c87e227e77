/// The outcome of writing one row.
public enum WriteOutcome: Hashable, Sendable {
  /// The row was written.
  case done
  /// Nothing was written: the store has the row in another version, or not at all.
  case stale
  /// Nothing was written: another row has the same values of a uniqueness constraint.
  case duplicate
}
