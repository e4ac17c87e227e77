/// The result of a search for stacks of look-alikes.
public struct StackCounts: Hashable, Sendable {
  /// The number of stacks.
  public let stacks: Int
  /// The number of photos in them.
  public let photos: Int
  /// The number of photos whose place was written, because it changed.
  public let changed: Int
}
