#if PostgreSQL
  /// The form of texts in the database, whose type `text` cannot hold U+0000.
  ///
  /// U+0000 becomes U+0001 U+0001, and U+0001 becomes U+0001 U+0002; any other text stays as it is. The escaped texts are
  /// equal, ordered and prefixes of each other exactly where the texts are, so that the database compares them.
  enum EscapedText {
    /// Returns the text for the database.
    static func escape(_ text: String) -> String {
      guard contains(text, where: { $0 <= 1 }) else { return text }
      var bytes: [UInt8] = []
      bytes.reserveCapacity(text.utf8.count + 8)
      for byte in text.utf8 {
        if byte > 1 { bytes.append(byte) } else { bytes += [1, byte + 1] }
      }
      return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the text of the database in its original form.
    static func restore(_ text: String) -> String {
      guard contains(text, where: { $0 == 1 }) else { return text }
      var bytes: [UInt8] = []
      bytes.reserveCapacity(text.utf8.count)
      var isEscaped = false
      for byte in text.utf8 {
        if isEscaped, byte == 1 || byte == 2 {
          bytes.append(byte - 1)
          isEscaped = false
        } else if byte == 1, !isEscaped {
          isEscaped = true
        } else {
          // Another program may have written U+0001 alone.
          if isEscaped { bytes.append(1) }
          bytes.append(byte)
          isEscaped = false
        }
      }
      if isEscaped { bytes.append(1) }
      return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns a Boolean value that indicates whether a byte of a text fulfils a condition.
    ///
    /// It runs for each text that is read or written; the iterator of a text takes many times as long as its memory.
    @inline(__always)
    private static func contains(_ text: String, where condition: (UInt8) -> Bool) -> Bool {
      text.utf8.withContiguousStorageIfAvailable { $0.contains(where: condition) }
        ?? text.utf8.contains(where: condition)
    }

    /// Returns a Boolean value that indicates whether a text contains a part exactly where their escaped forms do, also
    /// in the middle and at the end.
    static func isUnambiguous(_ part: String) -> Bool { !part.utf8.contains { $0 <= 2 } }
  }
#endif
