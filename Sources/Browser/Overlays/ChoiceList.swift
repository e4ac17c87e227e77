import Terminal
import TerminalUI

/// A list of texts above the line in which one is typed.
struct ChoiceList {
  let title: String
  /// The choices from top to bottom.
  let choices: [Choice]
  /// Which of them is chosen; nil while something else is typed.
  private(set) var chosen: Int?
  /// The text in use now, which is marked.
  var current = ""
  /// The keys that choose, as the list names them.
  let keysText: String

  /// Creates a list.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - choices: The choices from top to bottom.
  ///   - keysText: The keys that choose, as the list names them.
  ///   - current: The text in use now.
  init(title: String, choices: [Choice], keysText: String, current: String = "") {
    self.title = title
    self.choices = choices
    self.keysText = keysText
    self.current = current
  }

  /// Returns the list with the choice at an index chosen, as in a list of the same texts.
  func choosing(_ index: Int?) -> ChoiceList {
    var list = self
    list.chosen = index.flatMap { choices.indices.contains($0) ? $0 : nil }
    return list
  }

  /// Returns the choices in which a text occurs, with those that begin with it first; `nil` if there are none.
  ///
  /// An empty text keeps all of them.
  func narrowed(to text: String) -> ChoiceList? {
    guard !text.isEmpty else { return self }
    let first = choices.filter { $0.begins(with: text) }
    let others = choices.filter { !$0.begins(with: text) && $0.contains(text) }
    guard !first.isEmpty || !others.isEmpty else { return nil }
    return ChoiceList(title: title, choices: first + others, keysText: keysText, current: current)
  }

  /// Chooses the next text, or the one before if negative, and returns it; nil if there is none.
  mutating func choose(by step: Int) -> String? {
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
      title: title, footer: "\(keysText) choose  Enter use  Esc cancel",
      scroll: ScrollExtent(offset: top, visible: height - 2, total: choices.count))
    let inside = frame.draw(in: box, isFocused: true)
    for (y, index) in choices.indices.dropFirst(top).prefix(height - 2).enumerated() {
      draw(choices[index], isChosen: chosen == index, in: inside, at: y)
    }
  }

  /// Draws a choice as a line: its mark, its text, and what it means.
  @MainActor private func draw(_ choice: Choice, isChosen: Bool, in inside: Canvas, at y: Int) {
    let isCurrent = !current.isEmpty && (choice.text == current || choice.meaning == current)
    inside.draw(isChosen ? "›" : isCurrent ? "•" : " ", at: Point(x: 0, y: y), style: inside.palette[.strong])
    let room = inside.size.width - 2
    let column = choice.meaning.isEmpty ? room : column(within: room)
    inside.draw(
      choice.label ?? choice.text, at: Point(x: 1, y: y), width: column,
      style: isChosen ? inside.palette[.strong] : .plain)
    guard !choice.meaning.isEmpty else { return }
    inside.draw(
      choice.meaning, at: Point(x: 2 + column, y: y), width: room - column - 1, style: inside.palette[.weak])
  }

  /// Returns the number of columns of the texts beside their descriptions.
  private func column(within room: Int) -> Int {
    let widest =
      choices.filter { !$0.meaning.isEmpty }.map { SafeText.width(of: $0.label ?? $0.text) }.max() ?? 0
    return min(widest, max(12, room / 3))
  }
}
