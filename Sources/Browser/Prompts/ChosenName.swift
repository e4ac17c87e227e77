extension [String] {
  /// Returns the name that a text is, or the only one that begins with it.
  ///
  /// - Throws: ``CommandLineError`` if there is none, or more than one.
  func name(typedAs text: String) throws -> String {
    if contains(text) { return text }
    let fitting = text.isEmpty ? [] : filter { $0.hasPrefix(text) }
    guard let name = fitting.first else { throw CommandLineError.unknownChoice(text, choices: self) }
    guard fitting.count == 1 else { throw CommandLineError.ambiguousName(text, fitting) }
    return name
  }
}
