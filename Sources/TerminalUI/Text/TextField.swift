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

  /// Takes a key or a paste.
  ///
  /// Line breaks in a paste become spaces, and controls go.
  public mutating func handle(_ event: InputEvent) -> Outcome {
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
    case .paste(let text): SafeText.singleLine(beginning(of: text))
    default: ""
    }
  }

  /// Returns as much of a pasted text as a field can take; a character may have any number of marks.
  private static func beginning(of text: String) -> Substring {
    let scalars = text.unicodeScalars.prefix(10 * longest)
    return Substring(scalars).prefix(longest)
  }

  private mutating func handle(_ key: KeyEvent) -> Outcome {
    switch key {
    case .enter: return .accepted
    case .escape: return .canceled
    case .left, .control("b"): return move(to: cursor - 1)
    case .right, .control("f"): return move(to: cursor + 1)
    case .home, .control("a"): return move(to: 0)
    case .end, .control("e"): return move(to: characters.count)
    case .alt("b"): return move(to: wordStart)
    case .alt("f"): return move(to: wordEnd)
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
    default:
      guard let typed = key.typed else { return .ignored }
      return insert(String(typed))
    }
  }

  /// Inserts `text` at the cursor.
  ///
  /// A combining mark joins the character before it.
  private mutating func insert(_ text: String) -> Outcome {
    let before = String(characters[..<cursor]) + text
    let after = String(characters[cursor...])
    guard !text.isEmpty, before.count + after.count <= Self.longest else { return .handled }
    characters = Array(before) + Array(after)
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
    var start = cursor
    var used = 0
    while start > 0 {
      let width = SafeText.width(of: String(characters[start - 1]))
      if used + width >= room { break }
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
