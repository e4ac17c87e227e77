/// The limit on the picture data that is sent with a frame.
///
/// A slow connection blocks the writer, and keys are read between frames only.
struct PictureRation {
  /// As much as a line of a megabit takes in about a quarter of a second, and more than most single pictures.
  private var rest = 32 << 10
  /// A Boolean value that indicates whether something was refused.
  private(set) var isExceeded = false

  /// Returns a Boolean value that indicates whether a picture of `bytes` bytes may be sent with this frame.
  ///
  /// The first picture always may; the others share what is left.
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
