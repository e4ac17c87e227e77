/// The form of a connection string that is a list of settings, `host=… dbname=…`, as libpq reads it.
enum AddressList {
  /// Returns the settings of a list.
  ///
  /// - Throws: ``LibraryError/wrongAddress(reason:)``.
  static func settings(of text: String) throws(LibraryError) -> [AddressSetting] {
    var settings: [AddressSetting] = []
    var rest = text[...]
    func skipBlanks() { rest = rest.drop(while: \.isWhitespace) }
    skipBlanks()
    while !rest.isEmpty {
      let name = rest.prefix { $0 != "=" && !$0.isWhitespace }
      rest = rest.dropFirst(name.count)
      skipBlanks()
      guard !name.isEmpty, rest.first == "=" else {
        throw .wrongAddress(
          reason: "a setting is not NAME=VALUE; write a value with blanks between apostrophes")
      }
      rest.removeFirst()
      skipBlanks()
      settings.append(AddressSetting(name: String(name), value: try removeValue(&rest)))
      skipBlanks()
    }
    // libpq would read the settings of an address in the place of a name.
    guard !settings.contains(where: { $0.name == "dbname" && AddressURI.isURI($0.value) }) else {
      throw .wrongAddress(reason: "dbname is an address; give the address alone")
    }
    return settings
  }

  /// Removes a value from the beginning of a text, and returns it without apostrophes and backslashes.
  private static func removeValue(_ text: inout Substring) throws(LibraryError) -> String {
    let isQuoted = text.first == "'"
    if isQuoted { text.removeFirst() }
    var value = ""
    while let next = text.first {
      if isQuoted ? next == "'" : next.isWhitespace { break }
      text.removeFirst()
      if next == "\\" {
        if let escaped = text.popFirst() { value.append(escaped) }
      } else {
        value.append(next)
      }
    }
    guard isQuoted else { return value }
    guard text.popFirst() == "'" else {
      throw .wrongAddress(reason: "an apostrophe after a value is missing")
    }
    return value
  }

  /// Returns the list of settings.
  static func text(of settings: [AddressSetting]) -> String {
    settings.map { "\($0.name)=\(quoted($0.value))" }.joined(separator: " ")
  }

  private static func quoted(_ value: String) -> String {
    // Scalar by scalar: a quote and an accent after it are one character.
    let isSpecial = { (scalar: Unicode.Scalar) in scalar == "'" || scalar == "\\" }
    let needsQuotes = value.unicodeScalars.contains { $0.properties.isWhitespace || isSpecial($0) }
    guard value.isEmpty || needsQuotes else { return value }
    return "'" + value.unicodeScalars.map { isSpecial($0) ? "\\\($0)" : String($0) }.joined() + "'"
  }
}
