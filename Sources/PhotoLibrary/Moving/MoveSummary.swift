/// The outcome of moving or renaming the files of photos.
public struct MoveSummary: Sendable {
  /// The number of photos whose files were moved.
  public internal(set) var photos = 0
  /// The number of their files, with sidecars.
  public internal(set) var files = 0
  /// The number of photos that stay because another file has the name.
  public internal(set) var taken = 0
  /// The reasons why photos stay, each as a sentence.
  public internal(set) var problems: [String] = []
}
