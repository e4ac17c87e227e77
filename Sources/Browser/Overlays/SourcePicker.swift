import PhotoLibrary
import Terminal
import TerminalUI

/// A list of sources above the line in which one is typed.
struct SourcePicker {
  /// A source to choose.
  struct Choice: Hashable {
    /// The text to type for the source.
    let text: String
    /// The description of the source; empty if the text is sufficient.
    let meaning: String
  }

  /// The choices from top to bottom.
  let choices: [Choice]
  /// Which of them is chosen; nil while something else is typed.
  private(set) var chosen: Int?
  /// The source that photos come from now.
  private let current: String

  /// The built-in sources; after a colon the user types the rest.
  private static let forms = [
    Choice(text: "sample", meaning: "the sample roll that comes with the program"),
    Choice(text: "feed", meaning: "the 20 newest public photos (no key needed)"),
    Choice(text: "recent", meaning: "the latest uploads"),
    Choice(text: "interesting", meaning: "Explore, today or interesting:2025-06-01"),
    Choice(text: "search:", meaning: "photos that contain a text"),
    Choice(text: "tag:", meaning: "photos with all these tags"),
    Choice(text: "user:", meaning: "a user's photos"),
    Choice(text: "favorites:", meaning: "a user's favorites"),
    Choice(text: "album:", meaning: "an album, by its id"),
    Choice(text: "group:", meaning: "a group, by its name or id"),
    Choice(text: "gallery:", meaning: "a gallery, by its id"),
    Choice(text: "place:", meaning: "photos between two corners"),
    Choice(text: "license:", meaning: "photos by license"),
  ]

  /// Creates a list: sources with names, those that were used before, and those that are always there.
  init(named: [NamedSource], used: [String], current: String) {
    let forms = Dictionary(uniqueKeysWithValues: Self.forms.map { ($0.text, $0) })
    var choices = named.map { Choice(text: $0.name, meaning: $0.text) }
    var known = Set(named.map(\.text))
    for text in used + Self.forms.map(\.text) where known.insert(text).inserted {
      choices.append(forms[text] ?? Choice(text: text, meaning: ""))
    }
    self.choices = choices
    self.current = current
  }

  /// Takes a key that moves the choice, and returns what is typed by it; nil for other events.
  mutating func handle(_ event: InputEvent) -> String? {
    switch event {
    case .key(.down), .key(.tab), .key(.control("n")): move(by: 1)
    case .key(.up), .key(.backTab), .key(.control("p")): move(by: -1)
    default: nil
    }
  }

  private mutating func move(by step: Int) -> String? {
    guard !choices.isEmpty else { return nil }
    let index = chosen.map { $0 + step } ?? (step > 0 ? 0 : choices.count - 1)
    let place = (index + choices.count) % choices.count
    chosen = place
    return choices[place].text
  }

  /// Draws the list at the foot of a canvas, as far as there is room.
  @MainActor func draw(in canvas: Canvas) {
    let height = min(choices.count + 2, canvas.size.height)
    guard height > 2 else { return }
    let width = canvas.bounds.cardWidth(72)
    let box = canvas.window(Rect(x: 0, y: canvas.size.height - height, width: width, height: height))
    box.fill()
    let top = max(0, (chosen ?? 0) - height + 3)
    let frame = PaneFrame(
      title: "Sources", footer: "↑ ↓ choose  Enter use  Esc cancel",
      scroll: ScrollExtent(offset: top, visible: height - 2, total: choices.count))
    let inside = frame.draw(in: box, isFocused: true)
    for (y, index) in choices.indices.dropFirst(top).prefix(height - 2).enumerated() {
      draw(choices[index], isChosen: chosen == index, in: inside, at: y)
    }
  }

  /// Draws a choice as a line: its mark, its text, and what it means.
  @MainActor private func draw(_ choice: Choice, isChosen: Bool, in inside: Canvas, at y: Int) {
    let isCurrent = choice.text == current || choice.meaning == current
    inside.draw(isChosen ? "›" : isCurrent ? "•" : " ", at: Point(x: 0, y: y), style: .bold)
    let room = inside.size.width - 2
    let column = choice.meaning.isEmpty ? room : column(within: room)
    inside.draw(choice.text, at: Point(x: 1, y: y), width: column, style: isChosen ? .bold : .plain)
    guard !choice.meaning.isEmpty else { return }
    inside.draw(choice.meaning, at: Point(x: 2 + column, y: y), width: room - column - 1, style: .dim)
  }

  /// Returns the number of columns of the texts beside their descriptions.
  private func column(within room: Int) -> Int {
    let widest = choices.filter { !$0.meaning.isEmpty }.map { SafeText.width(of: $0.text) }.max() ?? 0
    return min(widest, max(12, room / 3))
  }
}
