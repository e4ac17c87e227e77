extension Array {
  /// Returns the element whose name a text is, or the only one whose name begins with it.
  ///
  /// - Throws: ``CommandLineError`` if there is none, or more than one.
  func element(typedAs text: String, name: (Element) -> String) throws -> Element {
    if let element = first(where: { name($0) == text }) { return element }
    let fitting = text.isEmpty ? [] : filter { name($0).hasPrefix(text) }
    guard let element = fitting.first else {
      throw CommandLineError.unknownChoice(text, choices: map(name))
    }
    guard fitting.count == 1 else { throw CommandLineError.ambiguousName(text, fitting.map(name)) }
    return element
  }
}
