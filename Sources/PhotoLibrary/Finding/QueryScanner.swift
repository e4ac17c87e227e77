/// Splits the text of a query into words and facets.
struct QueryScanner {
  enum Token {
    case word(Substring)
    case term(PhotoQuery.Term)
  }

  private var rest: Substring

  init(_ text: String) { rest = text[...] }

  /// Returns the next word or facet; `nil` at the end.
  mutating func next() -> Token? {
    rest = rest.drop(while: \.isWhitespace)
    guard !rest.isEmpty else { return nil }
    if let term = nextTerm() { return .term(term) }
    let word = rest.prefix { !$0.isWhitespace }
    rest = rest.dropFirst(word.count)
    return .word(word)
  }

  private mutating func nextTerm() -> PhotoQuery.Term? {
    let isExcluded = rest.first == "-"
    let body = isExcluded ? rest.dropFirst() : rest
    let name = body.prefix { $0.isLetter }
    guard let facet = PhotoFacet(rawValue: name.lowercased()), body.dropFirst(name.count).first == ":" else {
      return nil
    }
    rest = body.dropFirst(name.count + 1)
    return PhotoQuery.Term(facet: facet, value: nextValue(), isExcluded: isExcluded)
  }

  private mutating func nextValue() -> String {
    let quoted = rest.first == "\"" ? nextQuotedText() : ""
    // The distance in near:"Paris, Texas",20km belongs to the value.
    let end = rest.prefix { !$0.isWhitespace }
    rest = rest[end.endIndex...]
    return quoted + String(end)
  }

  private mutating func nextQuotedText() -> String {
    // The closing quote may not have been typed yet.
    var value = ""
    while true {
      let part = rest.dropFirst().prefix { $0 != "\"" }
      value += part
      rest = rest[part.endIndex...].dropFirst()
      guard rest.first == "\"" else { return value }
      value += "\""
    }
  }
}
