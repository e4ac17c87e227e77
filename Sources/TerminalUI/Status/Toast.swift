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
  /// The available action, such as `u undo`.
  public var hint: String

  /// Creates a message.
  public init(_ kind: Kind, _ text: String, hint: String = "") {
    self.kind = kind
    self.text = text
    self.hint = hint
  }
}

extension Toast {
  /// Draws the message over the first row of `canvas`, with its hint behind it.
  ///
  /// `count` is the number of messages since the last command. Of several, or of one that is cut, the line names the
  /// key of the list of messages.
  @MainActor public func draw(in canvas: Canvas, count: Int = 1) {
    let isError = kind == .error
    let style: Style = canvas.palette[isError ? .error : .strong]
    let hintStyle: Style = isError ? style : canvas.palette[.weak]
    canvas.fill(Rect(x: 0, y: 0, width: canvas.size.width, height: 1), style: isError ? style : .plain)
    var x = canvas.draw(isError ? " ! " : " ", at: .zero, style: style)
    let hints = hints(count: count, room: canvas.size.width - x)
    let hintWidth = hints.reduce(0) { $0 + SafeText.width(of: $1) + 2 }
    x += canvas.draw(text, at: Point(x: x, y: 0), width: canvas.size.width - x - hintWidth, style: style)
    for hint in hints { x += 2 + canvas.draw(hint, at: Point(x: x + 2, y: 0), style: hintStyle) }
  }

  /// The texts behind the message; in half of the room at most.
  private func hints(count: Int, room: Int) -> [String] {
    var hints = hint.isEmpty ? [] : [SafeText.fitted(hint, to: room / 2)]
    let used = hints.reduce(0) { $0 + SafeText.width(of: $1) + 2 }
    let list = count > 1 ? "! all (\(count))" : "! all"
    guard count > 1 || SafeText.width(of: text, upTo: room + 1) > room - used else { return hints }
    if used + list.count + 2 <= room / 2 {
      hints.append(list)
    } else if count > 1 || room > 20 {
      hints = [list]
    }
    return hints
  }
}
