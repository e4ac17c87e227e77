import Terminal
import TerminalUI

/// A view over the other screens that closes itself: the help, the messages, or the details of a photo.
final class OverlayScreen: BrowserScreen {
  private let overlay: any Overlay
  /// The lines at the foot that the overlay leaves to others, as it was last laid out.
  private var freeLines = 0

  init(_ overlay: any Overlay) { self.overlay = overlay }

  var text: [String] { overlay.text }

  func layout(_ size: Size) { layout(size, coveredLines: 0) }

  /// Lays the overlay out as if nothing were covered, so that a message does not move it, unless it reaches into the covered lines.
  func layout(_ size: Size, coveredLines: Int) {
    freeLines = overlay.box(in: size).maxY > size.height - coveredLines ? coveredLines : 0
    // Once: the last lines of a long content are in reach in the lower box alone.
    overlay.layout(Rect(size).cutBottom(freeLines).rest.size)
  }

  func draw(in canvas: Canvas, isFocused: Bool) {
    overlay.draw(in: canvas.window(canvas.bounds.cutBottom(freeLines).rest), isFocused: isFocused)
  }

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
