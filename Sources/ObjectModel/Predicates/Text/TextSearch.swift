/// Looking for a text in another by their UTF-8 bytes; the empty text is at every place.
package enum TextSearch {
  /// Returns a Boolean value that indicates whether `text` contains `part`.
  package static func contains(_ text: String, _ part: String) -> Bool {
    withBytes(text, part) { text, part in
      guard let first = part.first else { return true }
      guard text.count >= part.count else { return false }
      return (0...(text.count - part.count)).contains {
        text[$0] == first && text[$0..<($0 + part.count)].elementsEqual(part)
      }
    }
  }

  /// Returns a Boolean value that indicates whether `text` begins with `part`.
  package static func begins(_ text: String, _ part: String) -> Bool {
    withBytes(text, part) { $0.count >= $1.count && $0.prefix($1.count).elementsEqual($1) }
  }

  /// Returns a Boolean value that indicates whether `text` ends with `part`.
  package static func ends(_ text: String, _ part: String) -> Bool {
    withBytes(text, part) { $0.count >= $1.count && $0.suffix($1.count).elementsEqual($1) }
  }

  private typealias Bytes = UnsafeBufferPointer<UInt8>

  private static func withBytes(_ text: String, _ part: String, _ body: (Bytes, Bytes) -> Bool) -> Bool {
    var text = text
    var part = part
    return text.withUTF8 { text in part.withUTF8 { body(text, $0) } }
  }
}
