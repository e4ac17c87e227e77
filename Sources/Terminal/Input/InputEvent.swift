/// An input event of the terminal.
public enum InputEvent: Hashable, Sendable {
  /// A key.
  case key(KeyEvent)
  /// The mouse.
  case mouse(MouseEvent)
  /// Text that was pasted: never to be taken for keys.
  case paste(String)
  /// The screen has another size now.
  case resize(Size)
  /// More is known of what the terminal can do, or its cells have another size in pixels.
  case capabilities(Capabilities)
  /// The terminal is gone: nothing more will come, and the loop ends.
  case hangup
}
