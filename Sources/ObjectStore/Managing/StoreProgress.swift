/// The progress of an operation on a whole store.
public struct StoreProgress: Hashable, Sendable {
  /// The number of units that are done.
  public let completed: Int
  /// The number of all units; it is known from the beginning.
  public let total: Int

  /// Makes a progress.
  public init(completed: Int, total: Int) {
    self.completed = completed
    self.total = total
  }

  /// The part that is done, from 0 to 1; 1 if there is nothing to do.
  public var fraction: Double { total > 0 ? min(1, Double(completed) / Double(total)) : 1 }
}
