extension KeyEvent {
  /// Creates the key with a name as ``description`` writes it, such as `j`, `Ctrl-D`, `Alt-x`, `Shift-Tab` or `PgDn`;
  /// the case matters for single characters only.
  ///
  /// Returns `nil` if no key has that name, or terminals report another key in its place, such as Tab for Ctrl-I.
  public init?(name: String) {
    var rest = name[...]
    var modifiers: Modifiers = []
    for (prefix, modifier) in [("Ctrl-", Modifiers.control), ("Alt-", .alt), ("Shift-", .shift)] {
      guard rest.count > prefix.count, rest.lowercased().hasPrefix(prefix.lowercased()) else { continue }
      modifiers.insert(modifier)
      rest = rest.dropFirst(prefix.count)
    }
    guard var key = Key(name: String(rest)) else { return nil }
    if case .character(let character) = key, modifiers.contains(.control) {
      // A letter with Control is reported without its case.
      key = .character(Character(character.lowercased()))
    }
    self.init(key, modifiers)
    if reported != self { return nil }
  }
}

extension KeyEvent.Key {
  /// The keys with names, besides those of characters and functions.
  private static let named: [KeyEvent.Key] = [
    .enter, .tab, .escape, .backspace, .delete, .insert, .up, .down, .left, .right, .home, .end, .pageUp,
    .pageDown, .character(" "),
  ]

  fileprivate init?(name: String) {
    if name.count == 1, let character = name.first, character != " " {
      self = .character(character)
    } else if name.first?.lowercased() == "f", let number = Int(name.dropFirst()), (1...24).contains(number) {
      self = .function(number)
    } else if let key = Self.named.first(where: { $0.description.lowercased() == name.lowercased() }) {
      self = key
    } else {
      return nil
    }
  }
}
