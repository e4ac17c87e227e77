import ObjectGraph
import PhotoLibrary
import Presentation
import Terminal
import TerminalUI

/// The facts of a photo.
final class DetailsView: View {
  private var facts: [(label: String, text: String)] = []
  private var shown: ManagedObjectID?
  private var top = 0
  /// The lines of the facts, as they were last laid out.
  private var lines: [(text: String, style: Style)] = []
  private var height = 1
  /// The number of lines above the facts that are left to others.
  var freeLines = 0

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
  func scroll(by count: Int) { top = min(max(0, top + count), max(0, lines.count - height)) }

  func layout(_ size: Size) {
    let inside = Rect(size).insideBorder.inset(top: freeLines)
    height = inside.height
    lines = makeLines(width: inside.width - 2)
    scroll(by: 0)
  }

  func draw(in canvas: Canvas, isFocused: Bool) {
    let inside = canvas.window(canvas.bounds.insideBorder.inset(top: freeLines))
    for (y, line) in lines.dropFirst(top).prefix(height).enumerated() {
      inside.draw(line.text, at: Point(x: 1, y: y), style: line.style)
    }
    var frame = PaneFrame(title: "Details", footer: isFocused ? "Esc close" : "")
    // Only the card scrolls; beside the list, a bar would promise keys that are not there.
    if isFocused { frame.scroll = ScrollExtent(offset: top, visible: height, total: lines.count) }
    frame.draw(in: canvas, isFocused: isFocused)
  }

  /// Each fact as its label and its text below, broken between words.
  private func makeLines(width: Int) -> [(text: String, style: Style)] {
    guard width > 0 else { return [] }
    return facts.flatMap { fact in
      [(fact.label, Style.dim)] + WrappedText.lines(of: fact.text, width: width).map { ($0, Style.plain) }
    }
  }
}
