extension TerminalSession {
  /// A place in what the program has written.
  public struct Mark: Sendable, Hashable {
    /// Where the program began to write.
    public static let start = Mark(offset: 0)

    let offset: Int
  }

  /// What a key cost.
  public struct KeyCost: Sendable {
    /// Bytes that the program wrote after the key.
    public let bytes: Int
    /// From the key to the first of these bytes; nil if there are none.
    public let first: Duration?
    /// From the key to the last of these bytes; nil if there are none.
    public let settled: Duration?
  }

  /// The end of what the program has written so far.
  public var mark: Mark { Mark(offset: display.now.outputCount) }

  /// The bytes that the program wrote after a mark, everything if there is none.
  public func output(since mark: Mark = .start) -> [UInt8] {
    Array(display.now.output.joined().dropFirst(mark.offset))
  }

  /// Presses a key and waits until the program has been silent for a while.
  ///
  /// For benchmarks only: silence says nothing about whether the program is done, a test waits for what it
  /// expects to see.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - quiet: How long a silence ends the frame.
  ///   - patience: How long to wait for the first byte.
  public func cost(
    of key: Key, quiet: Duration = .milliseconds(30), patience: Duration = .milliseconds(500)
  ) async throws -> KeyCost {
    try await cost(quiet, patience) { press(key) }
  }

  /// Types text and waits as ``cost(of:quiet:patience:)`` does.
  public func cost(
    ofTyping text: String, quiet: Duration = .milliseconds(30), patience: Duration = .milliseconds(500)
  ) async throws -> KeyCost {
    try await cost(quiet, patience) { type(text) }
  }

  private func cost(
    _ quiet: Duration, _ patience: Duration, of action: () -> Void
  ) async throws -> KeyCost {
    let mark = mark
    display.update {
      $0.firstArrival = nil
      $0.lastArrival = nil
    }
    let start = ContinuousClock.now
    action()
    var deadline = start + patience
    while ContinuousClock.now < deadline {
      let before = display.now.lastArrival
      let next = try await display.wait(until: deadline) { state in
        state.lastArrival == before ? nil : state.lastArrival
      }
      guard let next else { break }
      deadline = next + quiet
    }
    let state = display.now
    return KeyCost(
      bytes: state.outputCount - mark.offset, first: state.firstArrival.map { $0 - start },
      settled: state.lastArrival.map { $0 - start })
  }
}
