/// The wish to know when the terminal has processed a frame.
struct FrameConfirmation {
  private var body: (() -> Void)?
  /// A Boolean value that indicates whether the terminal was asked.
  private(set) var isSent = false

  /// Requests the confirmation of the next frame.
  mutating func request(_ body: @escaping () -> Void) { (self.body, isSent) = (body, false) }

  /// Returns the question to the terminal after a frame; `nil` if no confirmation is requested, or it is asked already.
  ///
  /// The question is empty if the terminal answers nothing.
  mutating func question(to inquiry: inout Inquiry, after askedAt: ContinuousClock.Instant?) -> String? {
    guard body != nil, !isSent else { return nil }
    isSent = true
    return inquiry.question(after: askedAt) ?? ""
  }

  /// Removes what shall be called when the frame is confirmed, and returns it.
  mutating func removeBody() -> (() -> Void)? {
    defer { (body, isSent) = (nil, false) }
    return isSent ? body : nil
  }
}
