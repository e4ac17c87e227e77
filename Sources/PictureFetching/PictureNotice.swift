/// A notification besides the pictures themselves.
public enum PictureNotice: Hashable, Sendable {
  /// The state of the fetching changed.
  case supply(PictureSupply)
  /// The photo with this ID has no picture any more.
  case gone(id: String)
  /// Pictures cannot be cached; notified once.
  case cache(PictureCacheError)
}
