/// A writer of one response to a connection.
struct AnswerWriter<Connection: Channel> {
  /// The handling of the connection after the response.
  enum Outcome {
    /// The connection accepts another request.
    case goesOn
    /// The connection is closed, which ends the response properly.
    case ends
    /// The connection is aborted.
    case breaks
  }

  private let answer: LoopbackAnswer
  private let connection: Connection
  private let gate: Gate
  private let hasBody: Bool
  private var sent = 0

  /// Creates a writer; a response to HEAD has no body, regardless of its header.
  init(_ answer: LoopbackAnswer, to method: String, _ connection: Connection, _ gate: Gate) {
    self.answer = answer
    self.connection = connection
    self.gate = gate
    hasBody = method != "HEAD" && answer.status != 304
  }

  /// Sends the whole response, including its faults.
  func send() -> Outcome {
    var writer = self
    return writer.run()
  }

  private mutating func run() -> Outcome {
    if let delay = answer.delay { gate.pass(after: delay) }
    if case .beforeHeader = answer.stall { gate.pass() }
    if let garbage = answer.garbage {
      _ = connection.send(garbage)
      return .breaks
    }
    guard connection.send(answer.head.utf8) else { return .breaks }
    guard hasBody else { return .goesOn }
    var repetition = 0
    while repetition < answer.repetitions {
      guard sendBody() else { return .breaks }
      repetition += 1
    }
    switch answer.framing {
    case .length: return .goesOn
    case .chunked: return connection.send("0\r\n\r\n".utf8) ? .goesOn : .breaks
    case .close: return .ends
    case .falseLength: return .breaks
    }
  }

  /// Sends the body once, and stops at the position that the response specifies.
  private mutating func sendBody() -> Bool {
    var rest = answer.body[...]
    if case .after(let bytes) = answer.stall, sent <= bytes, bytes <= sent + rest.count {
      let part = rest.prefix(bytes - sent)
      guard send(part) else { return false }
      rest = rest.dropFirst(part.count)
      gate.pass()
    }
    guard let pace = answer.pace else { return send(rest) }
    while !rest.isEmpty {
      guard send(rest.prefix(pace.bytes)) else { return false }
      rest = rest.dropFirst(pace.bytes)
      if !rest.isEmpty { gate.pass(after: pace.pause) }
    }
    return true
  }

  private mutating func send(_ bytes: ArraySlice<UInt8>) -> Bool {
    let allowed = answer.cutOff.map { bytes.prefix(max(0, $0 - sent)) } ?? bytes
    sent += allowed.count
    if case .chunked(let size) = answer.framing {
      var rest = allowed
      while !rest.isEmpty {
        let chunk = rest.prefix(size)
        rest = rest.dropFirst(size)
        guard connection.send(Array("\(String(chunk.count, radix: 16))\r\n".utf8) + chunk + [13, 10]) else {
          return false
        }
      }
    } else {
      guard connection.send(allowed) else { return false }
    }
    return allowed.count == bytes.count
  }
}
