/// The questions that the terminal has not answered yet, in their order.
///
/// The terminal answers in order, and its answers do not name their questions. Each answer is therefore that to the first one,
/// except after the program did not have the terminal for a while: another program may have read the answers until then.
/// The size of a cell is asked at that moment; its answer differs from the others, and shows that no earlier one follows.
struct OpenQuestions {
  /// A question, by its purpose.
  enum Question: Equatable {
    /// The end of processing a frame, with the number of the question.
    case frame(Int)
    /// The end of processing the pictures of a frame.
    case pictures
    /// The end of processing a piece of an image.
    case upload
    /// The size of a cell.
    case cellSize
    /// A question whose answer may be lost, and means nothing any more.
    case abandoned
  }

  private var questions: [Question] = []

  /// A Boolean value that indicates whether no answer may be on its way.
  var isEmpty: Bool { questions.isEmpty }

  /// Appends a question that is written now.
  mutating func append(_ question: Question) { questions.append(question) }

  /// Removes the question that an answer to DA1 is about, and returns it; `nil` if it is about nothing.
  mutating func removeAnswered() -> Question? {
    // The size of a cell would have been answered before.
    questions.removeFirst { $0 != .cellSize }
  }

  /// Removes the question about the size of a cell that was answered, and those before it.
  mutating func removeCellSize() { _ = questions.removeFirst { $0 == .cellSize } }

  /// Forgets the purpose of all questions, because their answers may be lost or still come.
  ///
  /// - Parameter asksCellSize: A Boolean value that indicates whether the size of a cell is asked next. Otherwise nothing shows
  ///   which answers are lost, and none is expected.
  mutating func abandon(asksCellSize: Bool) {
    questions = asksCellSize ? questions.map { $0 == .cellSize ? $0 : .abandoned } : []
  }
}

extension [OpenQuestions.Question] {
  /// Removes the first question that fulfills a condition, and those before it; without one, removes nothing.
  fileprivate mutating func removeFirst(where condition: (Element) -> Bool) -> Element? {
    guard let index = firstIndex(where: condition) else { return nil }
    defer { removeSubrange(...index) }
    return self[index]
  }
}
