/// The wish to know when the terminal has processed a frame.
struct FrameConfirmation {
  private var body: (() -> Void)?
  /// The number of the question about the frame; `nil` until that was written.
  private var question: Int?
  private var questionCount = 0

  /// Requests the confirmation of the next frame.
  mutating func request(_ body: @escaping () -> Void) { (self.body, question) = (body, nil) }

  /// Begins the confirmation of a frame that was written, and returns the number of the question about it.
  ///
  /// - Returns: `nil` if none is requested, or the terminal was asked before.
  mutating func begin() -> Int? {
    guard body != nil, question == nil else { return nil }
    questionCount += 1
    question = questionCount
    return questionCount
  }

  /// Begins again with the next frame, because the answer may be lost.
  mutating func beginAgain() { question = nil }

  /// Removes what shall be called with the answer to a question, and returns it; `nil` if another frame was requested since.
  mutating func removeBody(of question: Int) -> (() -> Void)? {
    guard self.question == question else { return nil }
    defer { (body, self.question) = (nil, nil) }
    return body
  }
}
