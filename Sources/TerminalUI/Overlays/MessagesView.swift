public import Terminal

/// The messages of the session in full, newest first, over whatever is on the screen.
@MainActor public final class MessagesView: Overlay {
  private struct Line {
    var time = ""
    var text = ""
    var style = Style.plain
  }

  private let toasts: Toasts
  private var lines: [Line] = []
  /// The width and the number of messages for which ``lines`` was made.
  private var made: (width: Int, total: Int)?
  private var extent = ScrollExtent(offset: 0, visible: 1, total: 0)
  /// The place of the overlay, as it was last laid out.
  public private(set) var box = Rect(.zero)

  /// The columns of the time and the mark of an error.
  private static let timeWidth = 11

  /// Creates a list of messages; those that come while it is open appear at its top.
  public init(_ toasts: Toasts) { self.toasts = toasts }

  /// Handles an event: Escape, `q`, Enter and `!` close the list, keys that move scroll it, and all others do nothing.
  public func handle(_ event: InputEvent) -> OverlayOutcome {
    switch event {
    case .key(.escape), .key(.enter), .key("q"), .key("!"): return .closed
    case .key("j"), .key(.down): extent.scroll(by: 1)
    case .key("k"), .key(.up): extent.scroll(by: -1)
    case .key(.pageDown), .key(.control("f")), .key(.control("d")), .key(" "): extent.scroll(by: extent.page)
    case .key(.pageUp), .key(.control("b")), .key(.control("u")): extent.scroll(by: -extent.page)
    case .key("g"), .key(.home): extent.scroll(by: -extent.total)
    case .key("G"), .key(.end): extent.scroll(by: extent.total)
    case .mouse(let mouse): extent.scroll(by: mouse)
    default: break
    }
    return .handled
  }

  /// The messages with their times.
  public var text: [String] {
    let lines = toasts.history.reversed().map { "\($0.time): \($0.toast.text)" }
    return lines.isEmpty ? ["No messages yet"] : lines
  }

  /// Breaks the messages into lines for a window of `size`, and returns the place of the list, its middle.
  public func box(in size: Size) -> Rect {
    let outer = Rect(size).cardWidth(100)
    makeLines(width: outer - 4)
    return Rect(size).centered(Size(width: outer, height: min(max(lines.count, 1) + 2, size.height)))
  }

  /// Lays the list out in the middle of a window of `size`.
  public func layout(_ size: Size) {
    box = box(in: size)
    extent.visible = max(1, box.height - 2)
    extent.scroll(by: 0)
  }

  /// Draws the list over what is there.
  public func draw(in canvas: Canvas, isFocused: Bool) {
    let box = canvas.window(box)
    box.fill()
    let frame = PaneFrame(title: "Messages", footer: "Esc close", scroll: extent)
    let inside = frame.draw(in: box, isFocused: isFocused)
    if lines.isEmpty { inside.draw("No messages yet", centeredAt: 0, style: canvas.palette[.weak]) }
    for (y, line) in lines.dropFirst(extent.offset).prefix(extent.visible).enumerated() {
      inside.draw(
        line.time, at: Point(x: 1, y: y), style: canvas.palette[line.time.hasSuffix("!") ? .strong : .weak])
      inside.draw(line.text, at: Point(x: 1 + timeColumn, y: y), style: line.style)
    }
  }

  /// The columns before the texts: none where there is little room for them.
  private var timeColumn: Int { (made?.width ?? 0) < 40 ? 2 : Self.timeWidth }

  /// Makes the lines, unless they are made for this width and these messages.
  private func makeLines(width: Int) {
    guard made?.width != width || made?.total != toasts.total else { return }
    // What was in view stays in view when messages come above it, as far as it is kept.
    let isTopOfLonger = made?.width != width || extent.offset == 0
    let new = toasts.total - (made?.total ?? 0)
    made = (width, toasts.total)
    let texts = toasts.history.reversed().map(lines(of:))
    lines = texts.flatMap(\.self)
    extent.total = lines.count
    if !isTopOfLonger { extent.scroll(by: texts.prefix(new).reduce(0) { $0 + $1.count }) }
  }

  private func lines(of entry: Toasts.Entry) -> [Line] {
    let isError = entry.toast.kind == .error
    let width = max(8, (made?.width ?? 0) - timeColumn)
    let texts = WrappedText.lines(of: entry.toast.text, width: width)
    let mark = isError ? "!" : " "
    let time = timeColumn < Self.timeWidth ? mark : "\(entry.time) \(mark)"
    return texts.enumerated().map { index, text in
      Line(time: index == 0 ? time : "", text: text, style: isError ? .bold : .plain)
    }
  }
}
