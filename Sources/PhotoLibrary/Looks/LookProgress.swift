/// The progress of a search for the looks of pictures.
public enum LookProgress: Hashable, Sendable {
  /// Pictures are examined: the number of photos that were, and of all that must be.
  case examining(done: Int, of: Int)
  /// The looks are compared with each other.
  case comparing
}
