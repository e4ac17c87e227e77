/// The outcome of moving photos to the trash.
public struct TrashSummary: Sendable {
  /// The number of photos that were moved and left the library.
  public internal(set) var photos = 0
  /// The number of their files, with sidecars.
  public internal(set) var files = 0
  /// The pictures of those photos that had several, photo by photo: that which the photo showed, and its copies.
  public internal(set) var copies: [[String]] = []
  /// The reasons why the others stay, and those why files of photos that stay are left in the trash, each as a sentence.
  public internal(set) var problems: [String] = []
  /// A Boolean value that indicates whether photos stay because the task was canceled before their files were moved.
  public internal(set) var isCanceled = false
}
