import Terminal
import TerminalUI

/// The keys of the commands, and what was typed and is not used yet.
struct Keyboard {
  let bindings: KeyBindings
  /// The keys of each place that has been used, with the number typed so far.
  var maps: [BrowserCommand.Place: KeyMap] = [:]
  /// The typed command that waits until photos have been read; ``held`` came after it.
  var heldCall: (traits: BrowserCommand.Traits, perform: () -> Void)?
  /// Input events that wait until photos have been read.
  var held: [InputEvent] = []

  /// A Boolean value that indicates whether a command or an event waits.
  var isHolding: Bool { heldCall != nil || !held.isEmpty }

  /// Forgets what waits.
  mutating func dropHeld() { (heldCall, held) = (nil, []) }

  init(_ bindings: KeyBindings) { self.bindings = bindings }
}
