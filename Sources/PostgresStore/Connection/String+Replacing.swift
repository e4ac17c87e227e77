#if PostgreSQL
  extension String {
    /// Returns the text with another one in each place where the bytes of a part occur.
    ///
    /// `replacing(_:with:)` compares characters: it misses a quote before a combining mark, with which it forms one character.
    func replacingBytes(of part: String, with other: String) -> String {
      String(decoding: Array(utf8).replacing(Array(part.utf8), with: Array(other.utf8)), as: UTF8.self)
    }
  }
#endif
