public import Terminal

/// A short message to the user.
public struct Toast: Hashable, Sendable {
  /// The kind of a message, which determines when it ends.
  public enum Kind: Hashable, Sendable {
    /// Something was done: ends after a while, or with the next command.
    case info
    /// Something failed: ends with the next command.
    case error
  }

  /// The kind of the message, which determines when it ends.
  public var kind: Kind
  /// The text of the message.
  public var text: String
  /// The available action.
  public var hint: KeyHint?

  /// Creates a message.
  public init(_ kind: Kind, _ text: String, hint: KeyHint? = nil) {
    self.kind = kind
    self.text = text
    self.hint = hint
  }
}

extension Toast {
  /// Draws the message over the first row of `canvas`, with its hint behind it.
  ///
  /// - Parameters:
  ///   - canvas: The place.
  ///   - count: The number of messages since the last command.
  ///   - list: The hint to the list of messages, which is shown if there are several, or if this one is cut.
  @MainActor public func draw(in canvas: Canvas, count: Int, list: KeyHint) {
    let isError = kind == .error
    let style: Style = canvas.palette[isError ? .error : .strong]
    let hintStyle: Style = isError ? style : canvas.palette[.weak]
    canvas.fill(Rect(x: 0, y: 0, width: canvas.size.width, height: 1), style: isError ? style : .plain)
    canvas.draw(beginning, at: .zero, style: style)
    let (width, hints) = placed(within: canvas.size.width, count: count, list: list)
    canvas.draw(text, at: Point(x: beginning.count, y: 0), width: width, style: style)
    for hint in hints { canvas.draw(hint.text, at: Point(x: hint.x, y: 0), style: hintStyle) }
  }

  /// Returns the key of the hint in column `x` of the line, when it is drawn in `width` columns.
  public func key(at x: Int, width: Int, count: Int, list: KeyHint) -> KeyEvent? {
    placed(within: width, count: count, list: list).hints.first { hint in
      (hint.x..<hint.x + SafeText.width(of: hint.text)).contains(x)
    }?.key
  }

  private var beginning: String { kind == .error ? " ! " : " " }

  /// The width of the text, and the hints behind it, in half of the room at most.
  private func placed(
    within width: Int, count: Int, list: KeyHint
  ) -> (width: Int, hints: [(text: String, key: KeyEvent?, x: Int)]) {
    let room = width - beginning.count
    let hints = hints(count: count, list: list, room: room)
    let hintWidth = hints.reduce(0) { $0 + SafeText.width(of: $1.text) + 2 }
    let textWidth = SafeText.width(of: text, upTo: max(0, room - hintWidth))
    var x = beginning.count + textWidth
    return (
      textWidth,
      hints.map { hint in
        defer { x += 2 + SafeText.width(of: hint.text) }
        return (hint.text, hint.key, x + 2)
      }
    )
  }

  private func hints(count: Int, list: KeyHint, room: Int) -> [(text: String, key: KeyEvent?)] {
    var hints = hint.map { [(text: SafeText.fitted($0.text, to: room / 2), key: $0.key)] } ?? []
    let used = hints.reduce(0) { $0 + SafeText.width(of: $1.text) + 2 }
    let all = (text: list.text + (count > 1 ? " (\(count))" : ""), key: list.key)
    guard count > 1 || SafeText.width(of: text, upTo: room + 1) > room - used else { return hints }
    if used + SafeText.width(of: all.text) + 2 <= room / 2 {
      hints.append(all)
    } else if count > 1 || room > 20 {
      hints = [all]
    }
    return hints
  }
}
