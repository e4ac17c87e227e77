/// The detail with which a picture is made.
public enum PictureDetail: Comparable, Sendable {
  /// Enough for a moment: coarser where that takes less time and fewer bytes, see ``PictureStyle/hasDrafts``.
  case draft
  /// All that the terminal can show.
  case full
}
