/// The reason why a photo is the best of its stack: the first in which it is better than the next one.
public enum StackReason: Int, CaseIterable, Sendable {
  /// Its picture has more fine detail.
  case sharpest = 1
  /// Its largest image has more pixels.
  case largest
  /// The user has the file.
  case original
  /// It has more views.
  case mostViewed
  /// It came to the library first; nothing else is different.
  case first
}
