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
    var value = body.dropFirst(name.count + 1)
    if value.first == "\"" {
      value = value.dropFirst().prefix { $0 != "\"" }
      // The closing quote may not have been typed yet.
      rest = body[value.endIndex...].dropFirst()
    } else {
      value = value.prefix { !$0.isWhitespace }
      rest = body[value.endIndex...]
    }
    return PhotoQuery.Term(facet: facet, value: String(value), isExcluded: isExcluded)
  }
}
