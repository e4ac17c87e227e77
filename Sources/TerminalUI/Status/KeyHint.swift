public import Terminal

/// A key, and in a few words what it does: a text that can be clicked.
public struct KeyHint: Hashable, Sendable {
  /// The text, such as `u undo`.
  public let text: String
  /// The key; `nil` for something that has none.
  public let key: KeyEvent?

  /// Creates a hint to a key.
  public init(_ key: KeyEvent, _ words: String) { self.init("\(key)", key: key, words) }

  /// Creates a hint to what has a name, and perhaps a key.
  public init(_ name: String, key: KeyEvent?, _ words: String) {
    text = "\(name) \(words)"
    self.key = key
  }
}
