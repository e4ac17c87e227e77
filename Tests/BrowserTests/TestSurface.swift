import Terminal

@testable import Browser

/// A surface without a terminal: nothing is drawn, and a test gives the input.
@MainActor final class TestSurface: Surface {
  var capabilities = Capabilities()
  var reportsMouse: Bool { false }
  var defersSignals = false
  /// Rings when something changed that a frame would show.
  let bell = Bell()
  weak var browser: Browser?
  /// The lines that were copied last.
  private(set) var copied: [String] = []
  /// A Boolean value that indicates whether lines are too long to be copied.
  var refusesLines = false
  /// The number of programs that had the terminal.
  private(set) var lentCount = 0
  /// The number of the condition that input waits for, and the input that waits; `nil` if it waits for none.
  private var hold: (number: Int, events: [InputEvent])?
  private var lastHold = 0

  /// A Boolean value that indicates whether input waits.
  var isHolding: Bool { hold != nil }

  /// Gives input to the browser, as the loop of a terminal does.
  func send(_ events: [InputEvent]) {
    for event in events {
      if hold == nil { browser?.handle(event) } else { hold?.events.append(event) }
    }
  }

  func run(_ browser: Browser) async -> EventLoop.Ending { .stopped }
  func stop() {}
  func setNeedsFrame(atOnce: Bool) { bell.ring() }
  func confirmNextFrame(_ body: @escaping () -> Void) { body() }

  func holdInput(atMost limit: Duration, until condition: @escaping @MainActor () async -> Void) {
    lastHold += 1
    hold = (lastHold, hold?.events ?? [])
    Task { [number = lastHold] in
      await condition()
      guard let held = hold, held.number == number else { return }
      hold = nil
      send(held.events)
      bell.ring()
    }
  }

  func handleEarlier(_ events: [InputEvent]) {
    if hold == nil { send(events) } else { hold?.events.insert(contentsOf: events, at: 0) }
  }

  func repaint() {}
  func suspend() {}

  func lendTerminal(to body: () -> Void) {
    lentCount += 1
    bell.ring()
  }

  func setMouse(_ isOn: Bool) {}
  func copy(lines: [String]) -> Bool {
    if !refusesLines { copied = lines }
    return !refusesLines
  }
  func copy(_ data: [UInt8], type: String, onAnswer: @escaping (ClipboardAnswer) -> Void) {}
}
