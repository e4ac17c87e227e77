#if PostgreSQL
  extension PostgresError {
    /// Returns a message of libpq or the server in one line, without its questions, which ``PostgresError`` answers.
    ///
    /// Neither quotes a password: an address whose password could be taken for another part is refused before. To replace a
    /// password in a message would betray one that is a word of the message.
    static func reason(of message: String) -> String {
      message.split(whereSeparator: \.isNewline).map { $0.drop(while: \.isWhitespace) }
        .filter { !$0.hasSuffix("?") }.joined(separator: "; ")
    }
  }
#endif
