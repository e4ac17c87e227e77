import Terminal
import TerminalUI

/// A view over the other screens that closes itself: the help, the messages, or the details of a photo.
final class OverlayScreen: BrowserScreen {
  private let overlay: any Overlay

  init(_ overlay: any Overlay) { self.overlay = overlay }

  var text: [String] { overlay.text }

  func layout(_ size: Size) { overlay.layout(size) }

  func draw(in canvas: Canvas, isFocused: Bool) { overlay.draw(in: canvas, isFocused: isFocused) }

  func handle(_ event: InputEvent, in browser: Browser) {
    if case .mouse(let mouse) = event, mouse.action == .press, !overlay.box.contains(mouse.point) {
      return browser.close(self)
    }
    switch overlay.handle(event) {
    case .handled: break
    case .closed: browser.close(self)
    case .ignored: browser.callCommand(event)
    }
  }
}
