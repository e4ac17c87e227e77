import Terminal
import TerminalUI

/// The keys of the commands, and what was typed and is not used yet.
struct Keyboard {
  let bindings: KeyBindings
  /// The keys of each place that has been used, with the number typed so far.
  var maps: [BrowserCommand.Place: KeyMap] = [:]
  /// Input events that wait until photos have been read.
  var held: [InputEvent] = []

  init(_ bindings: KeyBindings) { self.bindings = bindings }
}
