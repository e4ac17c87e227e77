/// Tells the answers of a terminal from what somebody types meanwhile, a byte at a time.
struct TypedAhead {
  private var pending: [UInt8] = []
  private var keys: [UInt8] = []

  /// Takes a byte and returns the answer that it completes.
  mutating func take(_ byte: UInt8) -> Answer? {
    pending.append(byte)
    var answer: Answer?
    while !pending.isEmpty, case .took(let token, let length) = InputParser.step(pending[...]) {
      switch token {
      case .answer(let found): answer = found
      case .event, .pasteBegins: keys += pending.prefix(length)
      // What only a terminal sends, and nobody asked for.
      case .nothing where pending.first == 0x1b: break
      case .nothing: keys += pending.prefix(length)
      }
      pending.removeFirst(length)
    }
    return answer
  }

  /// What was typed, as it came; an answer that was cut short is no typing.
  var typed: [UInt8] {
    let isCutAnswer = pending.first == 0x1b && pending.count > 2
    return isCutAnswer ? keys : keys + pending
  }
}
