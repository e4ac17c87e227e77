import ObjectGraph
import PhotoLibrary
import Presentation
import Terminal
import TerminalUI
import WorldMap

/// The facts of a photo.
final class DetailsView: View {
  static let title = "Details"
  private var facts: [(label: String, text: String)] = [] {
    didSet { if !facts.elementsEqual(oldValue, by: ==) { lineWidth = nil } }
  }
  private var shown: ManagedObjectID?
  /// The objects from which the facts are read: if nothing held them, each frame would read them again.
  private var related: [ManagedObject] = []
  private var top = 0
  /// The lines of the facts, as they were last laid out.
  private var lines: [Line] = []
  /// The width that the lines were made for; `nil` if there are other facts.
  private var lineWidth: Int?
  private var height = 1
  /// The number of lines above the facts that are left to others.
  var freeLines = 0
  private let photographers: PhotographerFacts
  private let gazetteer: Gazetteer

  /// A line of a fact.
  private struct Line {
    var label = ""
    var text = ""
    /// The column of the text.
    var textX = 0
  }

  /// Creates a view without facts, which names photographers and places as others do.
  init(_ photographers: PhotographerFacts, _ gazetteer: Gazetteer) {
    (self.photographers, self.gazetteer) = (photographers, gazetteer)
  }

  /// Shows a photo, or none; of another one the beginning.
  ///
  /// - Parameters:
  ///   - photo: The photo.
  ///   - waits: A Boolean value that indicates whether the towns are read first; a frame does not wait for them.
  func show(_ photo: Photo?, waitingForTowns waits: Bool = false) {
    related = photo?.relatedObjects ?? []
    var facts =
      photo.map { photo in
        PhotoPresentation.facts(of: photo, distinction: photographers.distinction) { [gazetteer] photo in
          waits ? gazetteer.description(of: photo) : gazetteer.knownDescription(of: photo)
        }
      } ?? []
    if let albums = photo?.albums, !albums.isEmpty {
      facts.append(("Albums", albums.map(\.title).joined(separator: ", ")))
    }
    if let sources = photo?.sourceNames, !sources.isEmpty {
      facts.append(("From", sources.joined(separator: ", ")))
    }
    self.facts = facts
    if photo?.objectID != shown { top = 0 }
    shown = photo?.objectID
  }

  /// The facts in lines.
  var text: [String] { facts.map { "\($0.label): \($0.text)" } }

  /// Scrolls by some lines.
  func scroll(by count: Int) { top = min(max(0, top + count), max(0, lines.count - height)) }

  func layout(_ size: Size) {
    let inside = Rect(size).insideBorder.inset(top: freeLines)
    height = inside.height
    if lineWidth != inside.width - 2 {
      lineWidth = inside.width - 2
      lines = makeLines(width: inside.width - 2)
    }
    scroll(by: 0)
  }

  func draw(in canvas: Canvas, isFocused: Bool) {
    drawFacts(in: canvas)
    var frame = PaneFrame(title: Self.title, footer: isFocused ? "Esc close" : "")
    // Only the card scrolls; beside the list, a bar would promise keys that are not there.
    if isFocused { frame.scroll = ScrollExtent(offset: top, visible: height, total: lines.count) }
    frame.draw(in: canvas, isFocused: isFocused)
  }

  /// Draws the facts inside a border that others draw.
  func drawFacts(in canvas: Canvas) {
    let inside = canvas.window(canvas.bounds.insideBorder.inset(top: freeLines))
    for (y, line) in lines.dropFirst(top).prefix(height).enumerated() {
      inside.draw(line.label, at: Point(x: 1, y: y), style: canvas.palette[.weak])
      inside.draw(line.text, at: Point(x: 1 + line.textX, y: y))
    }
  }

  /// The width from which on the texts stand beside their labels.
  private static let leastWidth = 28

  /// Each fact as its label, and beside or below it its text, broken between words.
  private func makeLines(width: Int) -> [Line] {
    guard width > 0 else { return [] }
    let labelWidth = (facts.map { SafeText.width(of: $0.label) }.max() ?? 0) + 2
    return facts.flatMap { fact in
      guard width >= Self.leastWidth else {
        return [Line(label: fact.label)]
          + WrappedText.lines(of: fact.text, width: width).map { Line(text: $0) }
      }
      let texts = WrappedText.lines(of: fact.text, width: width - labelWidth)
      return texts.enumerated().map { index, text in
        Line(label: index == 0 ? fact.label : "", text: text, textX: labelWidth)
      }
    }
  }
}
