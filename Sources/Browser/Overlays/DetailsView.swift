import ObjectGraph
import PhotoLibrary
import Presentation
import Terminal
import TerminalUI

/// The facts of a photo: a pane where there is room, a card over the lists where there is not.
final class DetailsView: View {
  private var facts: [(label: String, text: String)] = []
  private var shown: ManagedObjectID?
  private var top = 0
  private var lineCount = 0
  private var height = 1

  /// Shows a photo, or none; of another one the beginning.
  func show(_ photo: Photo?) {
    facts = photo.map(PhotoPresentation.facts) ?? []
    if let sources = photo?.sourceNames, !sources.isEmpty {
      facts.append(("From", sources.joined(separator: ", ")))
    }
    if photo?.objectID != shown { top = 0 }
    shown = photo?.objectID
  }

  /// Scrolls by some lines.
  func scroll(by lines: Int) { top = min(max(0, top + lines), max(0, lineCount - height)) }

  func draw(in canvas: Canvas, isFocused: Bool) { draw(in: canvas, isFocused: isFocused, below: 0) }

  /// Draws the facts below some lines that are left to others.
  func draw(in canvas: Canvas, isFocused: Bool, below top: Int) {
    let inside = canvas.window(canvas.bounds.insideBorder)
    draw(lines(width: inside.size.width - 2), in: inside.window(inside.bounds.inset(top: top)))
    var frame = PaneFrame(title: "Details", footer: isFocused ? "Esc close" : "")
    // Only the card scrolls; beside the list, a bar would promise keys that are not there.
    if isFocused { frame.scroll = ScrollExtent(offset: self.top, visible: height, total: lineCount) }
    frame.draw(in: canvas, isFocused: isFocused)
  }

  private func draw(_ lines: [(text: String, style: Style)], in canvas: Canvas) {
    height = canvas.size.height
    lineCount = lines.count
    scroll(by: 0)
    for (y, line) in lines.dropFirst(top).prefix(height).enumerated() {
      canvas.draw(line.text, at: Point(x: 1, y: y), style: line.style)
    }
  }

  /// Each fact as its label and its text below, broken between words.
  private func lines(width: Int) -> [(text: String, style: Style)] {
    guard width > 0 else { return [] }
    return facts.flatMap { fact in
      [(fact.label, Style.dim)] + WrappedText.lines(of: fact.text, width: width).map { ($0, Style.plain) }
    }
  }

  /// The card in the middle of a canvas.
  static func card(in bounds: Rect) -> Rect {
    bounds.card(Size(width: 72, height: 28))
  }
}
