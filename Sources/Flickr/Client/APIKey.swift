/// The user's key for Flickr's API.
///
/// It is sent in requests only, and prints as “hidden”.
public struct APIKey: Hashable, Sendable {
  let text: String

  /// Creates a key from text, without surrounding white space; returns `nil` if the rest is empty.
  public init?(_ text: String) {
    let trimmed = PlainText.trimmed(text)
    guard !trimmed.isEmpty else { return nil }
    self.text = trimmed
  }

  /// Returns the text with every occurrence of the key replaced.
  func redacted(_ text: String) -> String { text.replacing(self.text, with: "…") }

  /// A Boolean value that indicates whether the key contains no white space, which no valid key does.
  public var isOneWord: Bool { !text.contains(where: \.isWhitespace) }
}

extension APIKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// A placeholder that does not reveal the key.
  public var description: String { "hidden" }

  /// A placeholder that does not reveal the key.
  public var debugDescription: String { "APIKey(hidden)" }

  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
