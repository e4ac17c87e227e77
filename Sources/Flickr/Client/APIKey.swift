/// The user's key to Flickr's API.
///
/// It goes into requests and nowhere else: it prints as “hidden”.
public struct APIKey: Hashable, Sendable {
  let text: String

  /// Makes a key of the text around which blanks are dropped; `nil` when nothing is left.
  public init?(_ text: String) {
    let trimmed = PlainText.trimmed(text)
    guard !trimmed.isEmpty else { return nil }
    self.text = trimmed
  }

  /// The text with a word in place of the key.
  func redacted(_ text: String) -> String { text.replacing(self.text, with: "…") }

  /// Whether there is no blank in it, as there is none in any key.
  public var isOneWord: Bool { !text.contains(where: \.isWhitespace) }
}

extension APIKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// A word that says nothing of the key.
  public var description: String { "hidden" }

  /// A word that says nothing of the key.
  public var debugDescription: String { "APIKey(hidden)" }

  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
