import Terminal
import TerminalUI

/// Keys and the commands that they call.
extension Browser {
  /// The notice that Flickr's terms of use require of programs.
  public nonisolated static let notice =
    "This product uses the Flickr API but is not endorsed or certified by SmugMug, Inc."

  /// The key of a command as messages name it.
  func key(_ command: BrowserCommand) -> String {
    keyboard.bindings.key(of: command, in: commandPlace)
  }

  /// A command with its key, as hints name it: `u undo`.
  func hint(_ command: BrowserCommand, _ words: String) -> KeyHint {
    keyboard.bindings.hint(command, words, in: commandPlace)
  }

  /// The map of the keys of the current place, which is made when it is first used.
  var keyMap: KeyMap {
    get {
      if let map = keyboard.maps[commandPlace] { return map }
      let map = KeyMap(keyboard.bindings.commands(in: commandPlace).map { $0.bound(to: self) })
      keyboard.maps[commandPlace] = map
      return map
    }
    set { keyboard.maps[commandPlace] = newValue }
  }
}
