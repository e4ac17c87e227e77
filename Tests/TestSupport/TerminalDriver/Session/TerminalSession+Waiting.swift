extension TerminalSession {
  /// An error that ends a wait, with the screen at that moment.
  public struct WaitFailure: Error, CustomStringConvertible {
    /// The expectation.
    public let expectation: String
    /// The reason why it was not met.
    public let reason: String
    /// The screen at that moment.
    public let screen: TerminalModel.Screen
    /// The source location of the wait.
    public let place: String

    /// The expectation, the reason, and the screen.
    public var description: String { "\(place): expected \(expectation), but \(reason)\n\(screen)" }
  }

  /// Waits until a text is on the screen.
  ///
  /// - Returns: The screen with the text.
  /// - Throws: `WaitFailure` after the timeout, or as soon as the program has ended without it.
  @discardableResult
  public func wait(
    for text: String, timeout: Duration = .seconds(60), fileID: String = #fileID, line: Int = #line
  ) async throws -> TerminalModel.Screen {
    try await wait(until: "\"\(text)\" on the screen", timeout: timeout, fileID: fileID, line: line) {
      $0.contains(text)
    }
  }

  /// Waits until the screen satisfies a condition.
  ///
  /// - Parameters:
  ///   - expectation: The expectation, as a failure shows it: "expected …".
  ///   - timeout: The maximum wait.
  ///   - fileID: The file that a failure names.
  ///   - line: The line that a failure names.
  ///   - condition: A closure that checks the screen after each piece of output.
  /// - Returns: The screen that satisfied the condition.
  /// - Throws: `WaitFailure` after the timeout, or as soon as the program has ended without it.
  @discardableResult
  public func wait(
    until expectation: String, timeout: Duration = .seconds(60), fileID: String = #fileID,
    line: Int = #line, _ condition: (TerminalModel.Screen) throws -> Bool
  ) async throws -> TerminalModel.Screen {
    try await find(expectation, timeout, "\(fileID):\(line)") { state in
      let screen = state.model.screen
      return try condition(screen) ? screen : nil
    }
  }

  /// Waits until the process is stopped.
  ///
  /// - Returns: The signal that stopped it.
  /// - Throws: `WaitFailure` after the timeout, or as soon as the program has ended.
  @discardableResult
  public func waitForStop(
    timeout: Duration = .seconds(60), fileID: String = #fileID, line: Int = #line
  ) async throws -> Int32 {
    try await find("the program to stop", timeout, "\(fileID):\(line)") { state in
      if case .stopped(let signal) = state.status { signal } else { nil }
    }
  }

  /// Waits until the program has ended and all its output is on the screen.
  ///
  /// - Returns: The final status.
  /// - Throws: `WaitFailure` after the timeout.
  public func exit(
    timeout: Duration = .seconds(60), fileID: String = #fileID, line: Int = #line
  ) async throws -> PseudoTerminal.Status {
    try await find("the program to end", timeout, "\(fileID):\(line)") { state in
      state.hasEnded ? state.status : nil
    }
  }

  private func find<Found>(
    _ expectation: String, _ timeout: Duration, _ place: String,
    _ look: (Display.State) throws -> Found?
  ) async throws -> Found {
    let found = try await display.wait(until: .now + timeout) { state in
      if let found = try look(state) { return found }
      guard state.hasEnded else { return nil }
      throw WaitFailure(
        expectation: expectation, reason: "the program has ended: \(state.status)",
        screen: state.model.screen, place: place)
    }
    guard let found else {
      throw WaitFailure(
        expectation: expectation, reason: "it did not come within \(timeout); the program is \(status)",
        screen: screen, place: place)
    }
    return found
  }
}
