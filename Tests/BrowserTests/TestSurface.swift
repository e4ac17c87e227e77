import Terminal

@testable import Browser

/// A surface without a terminal: nothing is drawn, and a test gives the input.
@MainActor final class TestSurface: Surface {
  var capabilities = Capabilities()
  var reportsMouse: Bool { false }
  /// Rings when something changed that a frame would show.
  let bell = Bell()
  weak var browser: Browser?
  /// A Boolean value that indicates whether the browser has left.
  private(set) var isStopped = false
  /// Called when the browser leaves.
  var onStop: () -> Void = {}
  /// The lines that were copied last.
  private(set) var copied: [String] = []
  /// The outcome of copying lines.
  var copyOutcome = CopyOutcome.copied
  /// The number of times that everything was shown again.
  private(set) var repaintCount = 0
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
      let isHeld = hold != nil && browser?.isForAnyMode(event) != true
      if isHeld { hold?.events.append(event) } else { browser?.handle(event) }
    }
  }

  func run(_ browser: Browser) async -> EventLoop.Ending { .stopped }
  func stop() {
    onStop()
    isStopped = true
    bell.ring()
  }
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

  func repaint() { repaintCount += 1 }
  func suspend() {}

  func lendTerminal(to body: () -> Void) {
    lentCount += 1
    bell.ring()
  }

  func setMouse(_ isOn: Bool) {}
  func copy(lines: [String]) -> CopyOutcome {
    copied = lines
    return copyOutcome
  }
  func copy(_ data: [UInt8], type: String, onAnswer: @escaping (ClipboardAnswer) -> Void) {}
}
