import Terminal

/// The place where a browser is seen, and where its input comes from: a screen, or lines of text.
protocol Surface: AnyObject {
  /// The known capabilities of the terminal.
  var capabilities: Capabilities { get }
  /// A Boolean value that indicates whether the mouse is reported.
  var reportsMouse: Bool { get }

  /// Shows the browser and takes its input, until ``stop()`` or a signal; returns the reason of the end.
  func run(_ browser: Browser) async -> EventLoop.Ending
  /// Ends ``run(_:)``.
  func stop()
  /// Shows what has changed, soon, or `atOnce` if no more is to come.
  func setNeedsFrame(atOnce: Bool)
  /// Shows the next frame soon, and calls `body` when the terminal has shown it.
  func confirmNextFrame(_ body: @escaping () -> Void)
  /// Handles no more input until `condition` returns, or a time is over, except what is for any mode.
  func holdInput(atMost limit: Duration, until condition: @escaping @MainActor () async -> Void)
  /// Handles input that waited for something else; it comes before input that is held back, and waits with it.
  func handleEarlier(_ events: [InputEvent])
  /// Shows everything again.
  func repaint()
  /// Suspends the program, as Control-Z does.
  func suspend()
  /// Gives the terminal to a program in the foreground while `body` runs.
  func lendTerminal(to body: () -> Void)
  /// Turns the mouse on or off.
  func setMouse(_ isOn: Bool)
  /// Puts lines of text into the clipboard.
  ///
  /// - Throws: The errors of ``OtherProgram``.
  func copy(lines: [String]) throws -> CopyOutcome
  /// Puts data of a MIME type into the clipboard of a terminal that accepts it; `onAnswer` runs when it answers.
  func copy(_ data: [UInt8], type: String, onAnswer: @escaping (ClipboardAnswer) -> Void)
}

extension Surface {
  /// Shows what has changed, soon.
  func setNeedsFrame() { setNeedsFrame(atOnce: false) }
}
