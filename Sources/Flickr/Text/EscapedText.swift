/// Text in which some characters are written as references of HTML, as in account downloads.
public enum EscapedText {
  /// Returns the text with the characters instead of their references.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  public static func decoded(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    var output = ""
    var rest = text[...]
    while let start = rest.firstIndex(of: "&") {
      output += rest[..<start]
      let name = rest[rest.index(after: start)...].prefix(HTMLEntity.longestName + 1)
      if let end = name.firstIndex(of: ";"), let scalar = HTMLEntity.scalar(String(name[..<end])) {
        output.unicodeScalars.append(scalar)
        rest = rest[rest.index(after: end)...]
      } else {
        output.append("&")
        rest = rest[rest.index(after: start)...]
      }
    }
    return output + rest
  }

  /// Returns plain text with references instead of the characters that can begin markup or a reference.
  ///
  /// A description with the result is displayed as the text.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  public static func encoded(_ text: String) -> String {
    var output = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": output += "&amp;"
      case "<": output += "&lt;"
      default: output.unicodeScalars.append(scalar)
      }
    }
    return output
  }
}
