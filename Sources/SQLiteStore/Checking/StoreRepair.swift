/// The result of repairing a store.
public struct StoreRepair: Hashable, Sendable {
  /// The repaired problems, one sentence each, without a period.
  public let repaired: [String]
  /// The state of the store afterwards, with the problems that remain.
  public let remaining: StoreCheck
}
