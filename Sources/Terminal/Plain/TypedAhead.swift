/// Separates the answers of a terminal from typed input, one byte at a time.
struct TypedAhead {
  private var pending: [UInt8] = []
  private var keys: [UInt8] = []

  /// Takes a byte and returns the answer that it completes.
  mutating func consume(_ byte: UInt8) -> Answer? {
    pending.append(byte)
    var answer: Answer?
    while !pending.isEmpty, case .took(let token, let length) = InputParser.step(pending[...]) {
      switch token {
      case .answer(let found): answer = found
      // The next reader knows nothing of the mouse.
      case .event(.mouse): break
      case .event, .pasteBegins: keys += pending.prefix(length)
      // Only a terminal sends this sequence, and no query asked for it.
      case .nothing where pending.first == 0x1b: break
      case .nothing: keys += pending.prefix(length)
      }
      pending.removeFirst(length)
    }
    return answer
  }

  /// The typed bytes, unchanged, without a truncated answer.
  var typed: [UInt8] {
    let isCutAnswer = pending.first == 0x1b && pending.count > 2
    return isCutAnswer ? keys : keys + pending
  }
}
