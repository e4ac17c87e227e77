/// The wish to know when the terminal has processed a frame.
struct FrameConfirmation {
  private var body: (() -> Void)?
  /// A Boolean value that indicates whether the terminal was asked.
  private var isSent = false

  /// Requests the confirmation of the next frame.
  mutating func request(_ body: @escaping () -> Void) { (self.body, isSent) = (body, false) }

  /// Begins the confirmation of a frame that was written.
  ///
  /// - Returns: `false` if none is requested, or the terminal was asked before.
  mutating func begin() -> Bool {
    guard body != nil, !isSent else { return false }
    isSent = true
    return true
  }

  /// Removes what shall be called when the frame is confirmed, and returns it.
  mutating func removeBody() -> (() -> Void)? {
    defer { (body, isSent) = (nil, false) }
    return isSent ? body : nil
  }
}
