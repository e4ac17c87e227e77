import PhotoLibrary

extension PhotoDraft {
  /// The draft as TOML.
  public var text: String {
    ([heading] + entries.map(Self.table)).joined(separator: "\n")
  }

  private var heading: String {
    let photos = entries.count == 1 ? "a photo" : "\(entries.count) photos"
    let part =
      requested > entries.count
      ? "# These are the first \(entries.count) of \(requested) selected photos.\n" : ""
    return """
      # The title, description and tags of \(photos). Save this file and leave the editor to change the library.
      # An empty title or description returns to the received one. A photo whose table is deleted stays as it is.
      \(part)
      """
  }

  /// The header of the table of a photo.
  static func header(of id: String) -> String {
    let isBare = id.utf8.allSatisfy { byte in
      Character(Unicode.Scalar(byte)).isASCII
        && (Character(Unicode.Scalar(byte)).isLetter || Character(Unicode.Scalar(byte)).isNumber
          || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-"))
    }
    return isBare && !id.isEmpty ? id : TOMLText.quoted(id)
  }

  private static func table(of entry: Entry) -> String {
    let notes = entry.notes.map { "# " + comment($0) }
    let texts = entry.texts
    let values = [
      (Key.title, value(texts.title)), (.description, value(texts.description)),
      (.tags, "[" + texts.tags.map(TOMLText.quoted).joined(separator: ", ") + "]"),
    ]
    let lines =
      notes + ["[\(header(of: entry.id))]"] + values.map { key, value in "\(key.rawValue) = \(value)" }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A string, in several lines if it has several.
  private static func value(_ text: String) -> String {
    text.unicodeScalars.contains("\n") ? lines(text) : TOMLText.quoted(text)
  }

  /// A multi-line basic string (TOML 1.0.0, “String”); the line break behind the opening quotes is no part of it.
  private static func lines(_ text: String) -> String {
    let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    let escaped = lines.map { TOMLText.escaped(Substring($0)) }
    return "\"\"\"\n" + escaped.joined(separator: "\n") + "\"\"\""
  }

  /// A text in one line of a comment, in which TOML allows no control characters.
  private static func comment(_ text: String) -> String {
    String(
      String.UnicodeScalarView(text.unicodeScalars.map { $0.isInvisibleControl ? " " : $0 }))
  }
}
