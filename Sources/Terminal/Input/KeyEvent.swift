/// A key as the terminal reports it.
public struct KeyEvent: Hashable, Sendable {
  /// Which key.
  public enum Key: Hashable, Sendable {
    /// A key that writes a character; capitals come as themselves.
    case character(Character)
    /// A key with a name.
    case enter, tab, escape, backspace, delete, insert
    /// A key that moves.
    case up, down, left, right, home, end, pageUp, pageDown
    /// A function key, from 1.
    case function(Int)
  }

  /// Keys held with another.
  public struct Modifiers: OptionSet, Hashable, Sendable {
    /// The bits, as xterm counts them in its sequences, less one.
    public let rawValue: UInt8

    /// Creates a set of modifiers from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Shift, reported with named keys only.
    public static let shift = Modifiers(rawValue: 1)
    /// Alt, or Escape before the key.
    public static let alt = Modifiers(rawValue: 2)
    /// Control.
    public static let control = Modifiers(rawValue: 4)
  }

  /// Which key.
  public var key: Key
  /// The modifier keys that were held.
  public var modifiers: Modifiers

  /// Creates a key event.
  public init(_ key: Key, _ modifiers: Modifiers = []) {
    self.key = key
    self.modifiers = modifiers
  }

  /// The key that writes `character`.
  public static func character(_ character: Character) -> KeyEvent { KeyEvent(.character(character)) }
  /// `character` with Control; lower case.
  public static func control(_ character: Character) -> KeyEvent {
    KeyEvent(.character(character), .control)
  }
  /// `character` with Alt.
  public static func alt(_ character: Character) -> KeyEvent { KeyEvent(.character(character), .alt) }
  /// A function key, from 1.
  public static func function(_ number: Int) -> KeyEvent { KeyEvent(.function(number)) }

  /// The key Enter.
  public static let enter = KeyEvent(.enter)
  /// The key Tab.
  public static let tab = KeyEvent(.tab)
  /// Tab with Shift.
  public static let backTab = KeyEvent(.tab, .shift)
  /// The key Escape.
  public static let escape = KeyEvent(.escape)
  /// The key Backspace.
  public static let backspace = KeyEvent(.backspace)
  /// The key Delete.
  public static let delete = KeyEvent(.delete)
  /// The arrow up.
  public static let up = KeyEvent(.up)
  /// The arrow down.
  public static let down = KeyEvent(.down)
  /// The arrow to the left.
  public static let left = KeyEvent(.left)
  /// The arrow to the right.
  public static let right = KeyEvent(.right)
  /// The key Home.
  public static let home = KeyEvent(.home)
  /// The key End.
  public static let end = KeyEvent(.end)
  /// The key Page Up.
  public static let pageUp = KeyEvent(.pageUp)
  /// The key Page Down.
  public static let pageDown = KeyEvent(.pageDown)

  /// The character that the key writes into a text, or nil for every other key.
  public var typed: Character? {
    guard case .character(let character) = key, modifiers.isEmpty else { return nil }
    return character
  }
}

extension KeyEvent: ExpressibleByExtendedGraphemeClusterLiteral {
  /// Creates the key that writes a character, so that tables of keys read as what is typed.
  public init(extendedGraphemeClusterLiteral character: Character) { self.init(.character(character)) }
}

extension KeyEvent: CustomStringConvertible {
  /// The key as help shows it: `j`, `Ctrl-D`, `PgDn`, `Shift-Tab`.
  public var description: String {
    var name = modifiers.contains(.control) ? "Ctrl-" : ""
    if modifiers.contains(.alt) { name += "Alt-" }
    if modifiers.contains(.shift) { name += "Shift-" }
    if case .character(let character) = key, modifiers.contains(.control) {
      return name + character.uppercased()
    }
    return name + key.description
  }
}

extension KeyEvent.Key: CustomStringConvertible {
  /// The key as help shows it.
  public var description: String {
    switch self {
    case .character(" "): "Space"
    case .character(let character): String(character)
    case .function(let number): "F\(number)"
    case .enter: "Enter"
    case .tab: "Tab"
    case .escape: "Esc"
    case .backspace: "Backspace"
    case .delete: "Del"
    case .insert: "Ins"
    case .up: "Up"
    case .down: "Down"
    case .left: "Left"
    case .right: "Right"
    case .home: "Home"
    case .end: "End"
    case .pageUp: "PgUp"
    case .pageDown: "PgDn"
    }
  }
}
