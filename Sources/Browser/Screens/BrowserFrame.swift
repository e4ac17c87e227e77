import Terminal
import TerminalUI

/// The content of a frame, laid out: drawing it writes cells and does nothing else.
struct BrowserFrame {
  let area: Rect
  /// The screens that can be seen, the topmost last, and whether they look as if keys went there.
  let screens: [(screen: any BrowserScreen, isFocused: Bool)]
  /// The message in view, and the number of messages since the last command.
  let message: (toast: Toast, count: Int)?
  let messageLine: Rect
  /// The hint to the list of messages.
  let messagesHint: KeyHint
  let statusLine: StatusLine
  let statusArea: Rect

  func draw(in canvas: Canvas) {
    for (screen, isFocused) in screens {
      screen.draw(in: canvas.window(area), isFocused: isFocused)
    }
    message?.toast.draw(
      in: canvas.window(messageLine), count: message?.count ?? 1, list: messagesHint)
    statusLine.draw(in: canvas.window(statusArea))
  }

  /// Returns the key of the hint at a point of the status line, or of the message as well.
  func key(at point: Point, includingMessages: Bool) -> KeyEvent? {
    if statusArea.contains(point) {
      return statusLine.key(at: point.x - statusArea.minX, width: statusArea.width)
    }
    guard includingMessages, let message, messageLine.contains(point) else { return nil }
    return message.toast.key(
      at: point.x - messageLine.minX, width: messageLine.width, count: message.count, list: messagesHint)
  }
}
