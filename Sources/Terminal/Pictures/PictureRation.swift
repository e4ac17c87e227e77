/// The limit on the picture data that is sent with a frame.
///
/// A slow connection blocks the writer, and keys are read between frames only.
struct PictureRation {
  private var rest: Int
  /// A Boolean value that indicates whether something was refused.
  private(set) var isExceeded = false

  /// Creates the ration of a frame: about `limit` bytes, or nothing for 0.
  init(_ limit: Int) { rest = limit }

  /// Returns a Boolean value that indicates whether a picture of `bytes` bytes may be sent with this frame.
  ///
  /// The first picture may be larger than the limit; the others share what is left.
  mutating func grants(_ bytes: Int) -> Bool {
    guard bytes > 0 else { return true }
    guard rest > 0, !isExceeded else {
      isExceeded = true
      return false
    }
    rest -= bytes
    return true
  }
}
