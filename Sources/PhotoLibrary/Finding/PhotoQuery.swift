/// A text that selects photos: words, and facets such as `by:Ann`, `year:2024` or `-has:place`.
///
/// All facets must apply, and what is not a facet must occur in the title, the description or the tags as it stands. A value
/// or its beginning in double quotes may contain blanks, and quotes that are doubled, and a minus sign before a facet excludes
/// photos.
public struct PhotoQuery: Hashable, Sendable {
  /// A facet with its value.
  public struct Term: Hashable, Sendable {
    /// The facet.
    public let facet: PhotoFacet
    /// The value as it was written, without quotes.
    public let value: String
    /// A Boolean value that indicates whether photos with the value are excluded.
    public let isExcluded: Bool

    /// Creates a facet with a value.
    public init(facet: PhotoFacet, value: String, isExcluded: Bool = false) {
      (self.facet, self.value, self.isExcluded) = (facet, value, isExcluded)
    }

    /// The term as it is written in a query; a value with blanks or quotes in quotes, and quotes in it doubled.
    public var text: String {
      let needsQuotes = value.contains { $0.isWhitespace || $0 == "\"" }
      let quoted = needsQuotes ? "\"\(value.replacing("\"", with: "\"\""))\"" : value
      return "\(isExcluded ? "-" : "")\(facet.rawValue):\(quoted)"
    }
  }

  /// The text that photos must contain; may be empty.
  public let text: String
  /// The facets in the order in which they were written.
  public let terms: [Term]

  /// The words that look like a facet and are none, such as `yaer:2024`, up to the colon.
  public var unknownFacets: [String] {
    text.split(whereSeparator: \.isWhitespace).compactMap { word in
      guard let colon = word.firstIndex(of: ":"), word.index(after: colon) < word.endIndex else { return nil }
      let name = word[..<colon].drop { $0 == "-" }
      let isName = name.count > 1 && name.allSatisfy { $0.isASCII && $0.isLowercase }
      return isName && !word[colon...].hasPrefix("://") ? String(name) : nil
    }
  }

  /// Returns the text of a query that selects those of these photos that a facet selects as well.
  ///
  /// It is not the text that was parsed with more behind it: that may end in an open quote.
  ///
  /// - Parameters:
  ///   - term: The facet.
  ///   - facet: The facet whose terms are left out; `nil` for none.
  public func narrowedText(by term: Term, without facet: PhotoFacet? = nil) -> String {
    let terms = terms.filter { $0.facet != facet } + [term]
    return ([text] + terms.map(\.text)).filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// Parses a text.
  ///
  /// - Throws: ``PhotoQueryError`` for a facet without a value, and for values that exclude each other. Whether a value
  ///   fits its facet is checked by ``PhotoLibrary/predicate(of:)``.
  public init(_ text: String) throws(PhotoQueryError) {
    var scanner = QueryScanner(text)
    var terms: [Term] = []
    var words: [Substring] = []
    while let token = scanner.next() {
      switch token {
      case .word(let word): words.append(word)
      case .term(let term): terms.append(term)
      }
    }
    self.terms = terms
    self.text = terms.isEmpty ? text : words.joined(separator: " ")
    for term in terms where term.value.isEmpty { throw .empty(term.facet) }
    try Self.checkContradictions(terms)
  }

  private static func checkContradictions(_ terms: [Term]) throws(PhotoQueryError) {
    for (index, term) in terms.enumerated() where term.facet.isSingle && !term.isExcluded {
      let other = terms[..<index].first {
        $0.facet == term.facet && !$0.isExcluded && !$0.hasValue(of: term)
          && $0.isOneValue && term.isOneValue && (term.facet.hasNames || $0.value.count == term.value.count)
      }
      if let other { throw .contradiction(term.facet, other.value, term.value) }
    }
  }
}

extension PhotoQuery.Term {
  /// Returns whether the value is that of another term of the same facet; the case of names does not matter.
  fileprivate func hasValue(of other: Self) -> Bool {
    facet.hasNames ? value.lowercased() == other.value.lowercased() : value == other.value
  }

  /// A Boolean value that indicates whether the value is one, and not a range or the name of several.
  fileprivate var isOneValue: Bool {
    facet.hasNames || value.allSatisfy { $0.isNumber || $0 == "-" }
  }
}
