/// The result of a search for the looks of pictures.
public struct LookSummary: Hashable, Sendable {
  /// The reason why a search ended.
  public enum End: String, Sendable {
    /// All photos were examined.
    case complete
    /// The task was canceled.
    case canceled
    /// An error ended the search.
    case failed
  }

  /// The number of looks that were computed and kept.
  public internal(set) var found = 0
  /// The number of photos that have no picture on this computer.
  public internal(set) var withoutPicture = 0
  /// The number of photos whose pictures cannot be read.
  public internal(set) var unreadable = 0
  /// The stacks of photos that look alike; `nil` if they were not searched.
  public internal(set) var stacks: StackCounts?
  /// The reason why the search ended.
  public internal(set) var end = End.complete
}
