import Terminal

/// The screen of a terminal.
final class ScreenSurface: Surface {
  private let screen: Screen
  private let loop: EventLoop

  /// Creates a surface of an open screen.
  init(_ screen: Screen) {
    self.screen = screen
    loop = EventLoop(screen: screen, defersSignals: true)
  }

  var capabilities: Capabilities { screen.capabilities }
  var reportsMouse: Bool { screen.reportsMouse }

  func run(_ browser: Browser) async -> EventLoop.Ending {
    await loop.run(handle: browser.handle, isUrgent: browser.isForAnyMode, draw: browser.drawFrame)
  }
  func stop() { loop.stop() }
  func setNeedsFrame(atOnce: Bool) { loop.setNeedsFrame(atOnce: atOnce) }
  func confirmNextFrame(_ body: @escaping () -> Void) { loop.confirmNextFrame(body) }
  func holdInput(atMost limit: Duration, until condition: @escaping @MainActor () async -> Void) {
    loop.holdInput(atMost: limit, until: condition)
  }
  func handleEarlier(_ events: [InputEvent]) { loop.handleEarlier(events) }
  func repaint() { loop.repaint() }
  func suspend() { loop.suspend() }
  func lendTerminal(to body: () -> Void) { loop.lendTerminal(to: body) }
  func setMouse(_ isOn: Bool) { screen.setMouse(isOn) }
  func copy(lines: [String]) throws -> CopyOutcome {
    let isSent = screen.copy(lines: lines)
    // Many terminals ignore the sequence, and none answers it.
    if let desktop = DesktopClipboard.ofUser {
      try desktop.copy(lines: lines)
      return .copied
    }
    guard isSent else { return .tooLong }
    return capabilities.reportsClipboard ? .copied : .sent
  }
  func copy(_ data: [UInt8], type: String, onAnswer: @escaping (ClipboardAnswer) -> Void) {
    loop.copy(data, type: type, onAnswer: onAnswer)
  }
}
