/// The outcome of moving photos to the trash.
public struct TrashSummary: Sendable {
  /// The number of photos that were moved and left the library.
  public internal(set) var photos = 0
  /// The number of their files, with sidecars.
  public internal(set) var files = 0
  /// The reasons why the others stay, and those why files of photos that stay are left in the trash, each as a sentence.
  public internal(set) var problems: [String] = []
}
