public import Terminal

/// A line in which text is typed, behind a prompt.
public struct TextField: Hashable, Sendable {
  /// The outcome of a key.
  public enum Outcome: Hashable, Sendable {
    /// The text changed.
    case changed
    /// Only the cursor moved, or nothing did.
    case handled
    /// The user accepted the text (Enter).
    case accepted
    /// The user canceled the input (Escape).
    case canceled
    /// The key is not for a text.
    case ignored
  }

  /// The text before the input, such as `/`.
  public var prompt: String
  private var characters: [Character]
  private var cursor: Int
  /// A Boolean value that indicates whether what is typed next replaces the text.
  public private(set) var isSelected: Bool

  /// The longest text, in characters; what is beyond is not taken.
  public static let longest = 1000

  /// Creates a field with the cursor behind `text`.
  ///
  /// A selected text is replaced by what is typed or pasted first; any other key keeps it, to be changed.
  public init(prompt: String, text: String = "", isSelected: Bool = false) {
    self.prompt = prompt
    self.isSelected = isSelected && !text.isEmpty
    characters = Array(text.prefix(Self.longest))
    cursor = characters.count
  }

  /// The text as it stands.
  public var text: String { String(characters) }

  /// Returns a Boolean value that indicates whether a key has a meaning in a text.
  public static func hasMeaning(_ key: KeyEvent) -> Bool {
    var field = TextField(prompt: "")
    return field.handle(.key(key)) != .ignored
  }

  /// Takes a key or a paste.
  ///
  /// Line breaks at the ends of a paste and controls go, and line breaks within it become spaces. Of a paste that is too long, the
  /// beginning is taken. Other events, such as those of the mouse, leave the field as it is.
  public mutating func handle(_ event: InputEvent) -> Outcome {
    switch event {
    case .key, .paste: break
    default: return .ignored
    }
    let text = Self.text(of: event)
    if isSelected, !text.isEmpty {
      characters = []
      cursor = 0
    }
    isSelected = false
    return switch event {
    case .key(let key): handle(key)
    case .paste: insert(text)
    default: .ignored
    }
  }

  /// Returns the text that is typed or pasted, which may be empty.
  private static func text(of event: InputEvent) -> String {
    switch event {
    case .key(let key): key.typed.map { String($0) } ?? ""
    case .paste(let text): SafeText.singleLine(line(in: text))
    default: ""
    }
  }

  /// Returns as much of a pasted text as a field can take; a character may have any number of marks.
  ///
  /// A line that is copied as a whole has its line break behind it, which is no part of a name.
  private static func line(in text: String) -> Substring {
    let scalars = text.drop(while: \.isNewline).unicodeScalars.prefix(10 * longest)
    var line = Substring(scalars).prefix(longest)
    while line.last?.isNewline == true { line.removeLast() }
    return line
  }

  private mutating func handle(_ key: KeyEvent) -> Outcome {
    switch key {
    case .enter: return .accepted
    case .escape: return .canceled
    case .left, .control("b"): return move(to: cursor - 1)
    case .right, .control("f"): return move(to: cursor + 1)
    case .home, .control("a"): return move(to: 0)
    case .end, .control("e"): return move(to: characters.count)
    case .alt("b"), KeyEvent(.left, .alt), KeyEvent(.left, .control): return move(to: wordStart)
    case .alt("f"), KeyEvent(.right, .alt), KeyEvent(.right, .control): return move(to: wordEnd)
    default: return edit(key)
    }
  }

  private mutating func edit(_ key: KeyEvent) -> Outcome {
    switch key {
    case .backspace: return delete(max(0, cursor - 1)..<cursor)
    case .delete, .control("d"): return delete(cursor..<min(cursor + 1, characters.count))
    case .control("u"): return delete(0..<cursor)
    case .control("k"): return delete(cursor..<characters.count)
    case .control("w"), KeyEvent(.backspace, .alt): return delete(wordStart..<cursor)
    case .alt("d"), KeyEvent(.delete, .alt), KeyEvent(.delete, .control): return delete(cursor..<wordEnd)
    default:
      guard let typed = key.typed else { return .ignored }
      return insert(String(typed))
    }
  }

  /// Inserts as much of `text` at the cursor as the field can take.
  ///
  /// A combining mark joins the character before it.
  private mutating func insert(_ text: String) -> Outcome {
    let after = characters[cursor...]
    let before = (String(characters[..<cursor]) + text).prefix(Self.longest - after.count)
    guard !before.elementsEqual(characters[..<cursor]) else { return .handled }
    characters = Array(before) + after
    cursor = before.count
    return .changed
  }

  private mutating func delete(_ range: Range<Int>) -> Outcome {
    guard !range.isEmpty else { return .handled }
    characters.removeSubrange(range)
    cursor = range.lowerBound
    return .changed
  }

  private mutating func move(to place: Int) -> Outcome {
    cursor = min(max(0, place), characters.count)
    return .handled
  }

  /// The start of the word before the cursor.
  private var wordStart: Int {
    var place = cursor
    while place > 0, characters[place - 1] == " " { place -= 1 }
    while place > 0, characters[place - 1] != " " { place -= 1 }
    return place
  }

  /// The end of the word after the cursor.
  private var wordEnd: Int {
    var place = cursor
    while place < characters.count, characters[place] == " " { place += 1 }
    while place < characters.count, characters[place] != " " { place += 1 }
    return place
  }
}

extension TextField {
  /// Draws the field in the first row of `canvas`, with the terminal's cursor in it; of a long text the part
  /// around the cursor is seen.
  public func draw(in canvas: Canvas, style: Style = .plain) {
    let promptWidth = canvas.draw(
      prompt, at: .zero, width: max(0, canvas.size.width - 4), style: style.with(.bold))
    let room = canvas.size.width - promptWidth
    guard room > 0 else { return }
    // A third of the room is kept for what follows the cursor, if there is as much.
    let kept = room / 3
    let behind = min(kept, SafeText.width(of: String(characters[cursor...]), upTo: kept))
    var start = cursor
    var used = 0
    while start > 0 {
      let width = SafeText.width(of: String(characters[start - 1]))
      if used + width + behind >= room { break }
      used += width
      start -= 1
    }
    let textStyle = isSelected ? canvas.palette[.cursor] : style
    canvas.draw(
      String(characters[start...].prefix(room)), at: Point(x: promptWidth, y: 0), width: room,
      style: textStyle,
      ellipsis: false)
    canvas.showCursor(at: Point(x: promptWidth + used, y: 0))
  }
}
