extension TerminalSession {
  /// A position in the output of the program.
  public struct Mark: Sendable, Hashable {
    /// The start of the output.
    public static let start = Mark(offset: 0)

    let offset: Int
  }

  /// The measured cost of a key.
  public struct KeyCost: Sendable {
    /// The number of bytes that the program wrote after the key.
    public let bytes: Int
    /// The time from the key to the first of these bytes; nil if there are none.
    public let first: Duration?
    /// The time from the key to the last of these bytes; nil if there are none.
    public let complete: Duration?
  }

  /// The current end of the output.
  public var mark: Mark { Mark(offset: display.now.outputCount) }

  /// Returns the bytes that the program wrote after a mark, or all bytes without a mark.
  ///
  /// - Complexity: O(*n*) in the number of these bytes, and in that of all parts in which the output came.
  public func output(since mark: Mark = .start) -> [UInt8] {
    var before = mark.offset
    var bytes: [UInt8] = []
    // Going through the bytes one by one would take seconds in a build for tests.
    for part in display.now.output {
      if before < part.count { bytes += part[before...] }
      before = max(0, before - part.count)
    }
    return bytes
  }

  /// Returns the number of bytes that the program wrote after a mark.
  public func outputCount(since mark: Mark) -> Int { display.now.outputCount - mark.offset }

  /// Presses a key and waits until the program has written nothing for a while.
  ///
  /// It is for benchmarks only: silence does not prove that the program has finished. A test must wait for
  /// the expected screen.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - quiet: The length of the silence that ends the frame.
  ///   - patience: The maximum wait for the first byte.
  public func cost(
    of key: Key, quiet: Duration = .milliseconds(30), patience: Duration = .milliseconds(500)
  ) async throws -> KeyCost {
    try await cost(quiet, patience) { press(key) }
  }

  /// Types text, and waits as ``cost(of:quiet:patience:)`` does.
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
      complete: state.lastArrival.map { $0 - start })
  }
}
