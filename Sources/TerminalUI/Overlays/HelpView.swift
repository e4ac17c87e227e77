public import Terminal

/// The commands with their keys, over whatever is on the screen; typing narrows them down.
@MainActor public final class HelpView: Overlay {
  /// A line of the screen: a heading, or a part of what there is to say of a command.
  private struct Line {
    var keys = ""
    var text = ""
    var role = StyleRole.strong
    var textStyle = Style.plain
  }

  private let commands: [Command]
  private let note: String
  private let table: CommandTable
  private var filter = TextField(prompt: "Filter: ")
  /// A Boolean value that indicates whether `q` and `?` are text: the user has begun to type.
  private var isTyping = false
  private var lines: [Line] = []
  /// The width that the lines are made for.
  private var width = 0
  /// The number of columns of the keys in that width.
  private var keyColumn = 0
  private var extent = ScrollExtent(offset: 0, visible: 1, total: 0)
  /// The place of the overlay, as it was last laid out.
  public private(set) var box = Rect(.zero)

  /// Creates the help of `commands`, with a note behind them.
  public init(commands: [Command], note: String = "") {
    self.commands = commands
    self.note = note
    table = CommandTable(commands.map(\.description))
  }

  /// Takes an event: keys that move scroll, Escape closes, `q`, `?` and F1 close as long as nothing was typed, and
  /// everything else goes to the filter; `/` begins one that starts with these.
  public func handle(_ event: InputEvent) -> OverlayOutcome {
    switch event {
    case .key(.down): extent.scroll(by: 1)
    case .key(.up): extent.scroll(by: -1)
    case .key(.pageDown), .key(.control("d")): extent.scroll(by: extent.page)
    case .key(.pageUp), .key(.control("u")): extent.scroll(by: -extent.page)
    case .mouse(let mouse): extent.scroll(by: mouse)
    case .key("q") where !isTyping, .key("?") where !isTyping, .key(.function(1)): return .closed
    case .key("/") where !isTyping: isTyping = true
    default: return type(event)
    }
    return .handled
  }

  /// The groups of commands, and each command with its keys.
  public var text: [String] {
    let groups = table.groups(matching: "").flatMap { group in
      [group.title + ":"] + group.commands.map { "\($0.name), \($0.keysText): \($0.helpText)" }
    }
    return groups + (note.isEmpty ? [] : [note])
  }

  private func type(_ event: InputEvent) -> OverlayOutcome {
    switch filter.handle(event) {
    case .changed: (extent.offset, width, isTyping) = (0, 0, !filter.text.isEmpty)
    case .canceled, .accepted: return .closed
    case .handled, .ignored: break
    }
    return .handled
  }

  // MARK: Lines

  /// Lays out the lines again if the width changed.
  private func makeLines(width: Int) {
    guard width != self.width else { return }
    self.width = width
    let widest = commands.map { SafeText.width(of: $0.description.keysText) }.max() ?? 0
    keyColumn = min(widest + 2, max(10, width / 3))
    let byID = Dictionary(commands.map { ($0.description.id, $0) }, uniquingKeysWith: { first, _ in first })
    lines = filter.text.isEmpty ? noteLines(CommandTable.countNote) : []
    for group in table.groups(matching: filter.text) {
      if !lines.isEmpty { lines.append(Line()) }
      lines.append(Line(keys: group.title, role: .heading))
      lines += group.commands.compactMap { byID[$0.id] }.flatMap { self.lines(of: $0) }
    }
    guard filter.text.isEmpty, !note.isEmpty else { return }
    lines.append(Line())
    lines += noteLines(note)
  }

  private func noteLines(_ text: String) -> [Line] {
    WrappedText.lines(of: text, width: max(8, width)).map { Line(keys: $0, role: .weak) }
  }

  /// Keys at the left, what they do at the right, each in as many lines as it needs.
  private func lines(of command: Command) -> [Line] {
    let description = command.description
    var text = description.helpText
    var style = Style.plain
    if case .disabled(let reason) = command.availability {
      text += " (\(reason))"
      style = .dim
    }
    let keys = WrappedText.lines(of: description.keysText, width: keyColumn - 2)
    let texts = WrappedText.lines(of: text, width: max(8, width - keyColumn))
    return (0..<max(keys.count, texts.count)).map { index in
      Line(
        keys: index < keys.count ? keys[index] : "", text: index < texts.count ? texts[index] : "",
        textStyle: style)
    }
  }

  // MARK: Frames

  /// Breaks the lines for a window of `size`, and returns the place of the help, its middle.
  public func box(in size: Size) -> Rect {
    let outer = Rect(size).cardWidth(76)
    makeLines(width: outer - 4)
    let wanted = max(lines.count + 3, min(12, size.height))
    return Rect(size).centered(Size(width: outer, height: min(wanted, size.height)))
  }

  /// Lays the help out in the middle of a window of `size`.
  public func layout(_ size: Size) {
    box = box(in: size)
    (extent.visible, extent.total) = (max(1, box.height - 3), lines.count)
    extent.scroll(by: 0)
  }

  /// Draws the help over what is there.
  public func draw(in canvas: Canvas, isFocused: Bool) {
    let box = canvas.window(box)
    box.fill()
    let frame = PaneFrame(title: "Help", footer: isTyping ? "Esc close" : "q Esc close", scroll: extent)
    let (field, body) = frame.draw(in: box, isFocused: isFocused).bounds.cutTop(1)
    let inside = box.window(box.bounds.insideBorder)
    filter.draw(in: inside.window(field.inset(left: 1, right: 1)))
    drawLines(in: inside.window(body.inset(left: 1, right: 1)))
  }

  private func drawLines(in canvas: Canvas) {
    guard !lines.isEmpty else {
      return canvas.draw("No such command", centeredAt: 1, style: canvas.palette[.weak])
    }
    for (y, line) in lines.dropFirst(extent.offset).prefix(extent.visible).enumerated() {
      canvas.draw(line.keys, at: Point(x: 0, y: y), style: canvas.palette[line.role])
      canvas.draw(line.text, at: Point(x: keyColumn, y: y), style: line.textStyle)
    }
  }
}
