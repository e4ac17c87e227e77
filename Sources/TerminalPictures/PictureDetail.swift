/// The detail with which a picture is made.
public enum PictureDetail: Comparable, Sendable {
  /// Enough for a moment: coarser, which takes less time and fewer bytes.
  case draft
  /// All that the terminal can show.
  case full
}
