import PhotoLibrary
import Terminal
import TerminalUI

/// A list of sources above the line in which one is typed.
struct SourcePicker {
  /// A source to choose.
  struct Choice: Hashable {
    /// What is typed for it.
    let text: String
    /// What it stands for, where it is a name.
    let meaning: String
  }

  /// The choices from top to bottom.
  let choices: [Choice]
  /// Which of them is chosen; nil while something else is typed.
  private(set) var chosen: Int?

  /// Makes a list: sources with names, those that were used before, and those that are always there.
  init(named: [NamedSource], used: [String]) {
    var choices = named.map { Choice(text: $0.name, meaning: $0.text) }
    var known = Set(named.map(\.text))
    for text in used + ["sample", "feed", "interesting"] where known.insert(text).inserted {
      choices.append(Choice(text: text, meaning: ""))
    }
    self.choices = choices
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
    let width = min(72, canvas.size.width)
    let box = canvas.window(Rect(x: 0, y: canvas.size.height - height, width: width, height: height))
    box.fill()
    let top = max(0, (chosen ?? 0) - height + 3)
    let frame = PaneFrame(
      title: "Sources", footer: "↑ ↓ choose  Enter use  Esc cancel",
      scroll: ScrollExtent(offset: top, visible: height - 2, total: choices.count))
    let inside = frame.draw(in: box, isFocused: true)
    let column = min(24, (choices.map { SafeText.width(of: $0.text) }.max() ?? 0) + 2)
    for (y, index) in choices.indices.dropFirst(top).prefix(height - 2).enumerated() {
      let (choice, isChosen) = (choices[index], chosen == index)
      let room = inside.size.width - 1
      inside.draw(isChosen ? "›" : " ", at: Point(x: 0, y: y), style: .bold)
      let named = choice.meaning.isEmpty ? room : column - 1
      inside.draw(choice.text, at: Point(x: 1, y: y), width: named, style: isChosen ? .bold : .plain)
      guard !choice.meaning.isEmpty else { continue }
      inside.draw(choice.meaning, at: Point(x: 1 + column, y: y), width: room - column, style: .dim)
    }
  }
}
