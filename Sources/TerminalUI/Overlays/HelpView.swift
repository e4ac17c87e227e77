public import Terminal

/// The commands with their keys, over whatever is on the screen; typing narrows them down.
@MainActor public final class HelpView: View {
  /// What came of an event.
  public enum Outcome: Hashable, Sendable {
    /// The help is to be closed.
    case closed
    /// The help took it.
    case handled
  }

  private enum Line {
    case heading(String)
    case command(Command)
    case gap
  }

  private let commands: [Command]
  private let table: CommandTable
  private var filter = TextField(prompt: "Filter: ")
  private var lines: [Line] = []
  private var top = 0
  private var height = 1

  /// Makes the help of `commands`.
  public init(commands: [Command]) {
    self.commands = commands
    table = CommandTable(commands.map(\.description))
    refilter()
  }

  /// Takes an event: keys that move scroll, Escape closes, `?` and F1 close as long as nothing was typed, and
  /// everything else goes to the filter.
  public func handle(_ event: InputEvent) -> Outcome {
    switch event {
    case .key(.down): scroll(by: 1)
    case .key(.up): scroll(by: -1)
    case .key(.pageDown), .key(.control("d")): scroll(by: max(1, height - 1))
    case .key(.pageUp), .key(.control("u")): scroll(by: 1 - max(2, height))
    case .mouse(let mouse): scroll(by: mouse.action == .wheelDown ? 3 : mouse.action == .wheelUp ? -3 : 0)
    case .key("?"), .key(.function(1)):
      if filter.text.isEmpty { return .closed }
      return type(event)
    default: return type(event)
    }
    return .handled
  }

  private func type(_ event: InputEvent) -> Outcome {
    switch filter.handle(event) {
    case .changed: refilter()
    case .cancelled, .accepted: return .closed
    case .handled, .ignored: break
    }
    return .handled
  }

  private func scroll(by count: Int) { top = min(max(0, top + count), max(0, lines.count - height)) }

  private func refilter() {
    let byID = Dictionary(commands.map { ($0.description.id, $0) }, uniquingKeysWith: { first, _ in first })
    lines = []
    for group in table.groups(matching: filter.text) {
      if !lines.isEmpty { lines.append(.gap) }
      lines.append(.heading(group.title))
      lines += group.commands.compactMap { byID[$0.id] }.map(Line.command)
    }
    top = 0
  }

  /// Draws the help in the middle of `canvas`, over what is there.
  public func draw(in canvas: Canvas, isFocused: Bool) {
    let size = Size(width: min(76, canvas.size.width), height: min(lines.count + 4, canvas.size.height))
    let most = Size(width: size.width, height: max(size.height, min(12, canvas.size.height)))
    let box = canvas.window(canvas.bounds.centred(most))
    box.fill()
    height = max(1, box.size.height - 3)
    scroll(by: 0)
    let extent = ScrollExtent(offset: top, visible: height, total: lines.count)
    let frame = PaneFrame(title: "Help", footer: "Esc close", scroll: extent)
    let (field, body) = frame.draw(in: box, isFocused: isFocused).bounds.cutTop(1)
    let inside = box.window(box.bounds.insideBorder)
    filter.draw(in: inside.window(field.inset(left: 1, right: 1)))
    drawLines(in: inside.window(body.inset(left: 1, right: 1)))
  }

  private func drawLines(in canvas: Canvas) {
    guard !lines.isEmpty else { return canvas.draw("No such command", centredAt: 1, style: .dim) }
    let widest = commands.map { SafeText.width(of: $0.description.keysText) }.max() ?? 0
    let column = min(widest + 2, max(10, canvas.size.width / 3))
    for (y, line) in lines.dropFirst(top).prefix(height).enumerated() {
      switch line {
      case .gap: break
      case .heading(let title): canvas.draw(title, at: Point(x: 0, y: y), style: .bold.with(.underline))
      case .command(let command): draw(command, at: y, column: column, in: canvas)
      }
    }
  }

  private func draw(_ command: Command, at y: Int, column: Int, in canvas: Canvas) {
    let description = command.description
    var text = description.help.isEmpty ? description.title : description.help
    var style = Style.plain
    if case .disabled(let reason) = command.availability {
      text += " (\(reason))"
      style = .dim
    }
    canvas.draw(description.keysText, at: Point(x: 0, y: y), width: column - 1, style: .bold)
    canvas.draw(text, at: Point(x: column, y: y), style: style)
  }
}
