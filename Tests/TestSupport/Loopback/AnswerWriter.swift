/// Sends one answer over a connection.
struct AnswerWriter {
  private let answer: LoopbackAnswer
  private let connection: Socket
  private let gate: Gate
  private var sent = 0

  init(_ answer: LoopbackAnswer, _ connection: Socket, _ gate: Gate) {
    self.answer = answer
    self.connection = connection
    self.gate = gate
  }

  /// Sends it all, faults included; `false` when the connection is to be closed.
  func send() -> Bool {
    var writer = self
    return writer.run()
  }

  private mutating func run() -> Bool {
    if case .beforeHeader = answer.stall { gate.pass() }
    if let garbage = answer.garbage {
      _ = connection.send(garbage)
      return false
    }
    guard connection.send(answer.head.utf8) else { return false }
    var repetition = 0
    while repetition < answer.repetitions {
      guard sendBody() else { return false }
      repetition += 1
    }
    switch answer.framing {
    case .length: return true
    case .chunked: return connection.send("0\r\n\r\n".utf8)
    case .falseLength, .close: return false
    }
  }

  /// Sends the body once, stopping where the answer says.
  private mutating func sendBody() -> Bool {
    var rest = answer.body[...]
    if case .after(let bytes) = answer.stall, sent <= bytes, bytes <= sent + rest.count {
      let part = rest.prefix(bytes - sent)
      guard send(part) else { return false }
      rest = rest.dropFirst(part.count)
      gate.pass()
    }
    return send(rest)
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
