import ObjectGraph
import PhotoLibrary
import Presentation

/// The completion of the last word of a query: the name of a facet, or one of its values among the listed photos.
struct FacetCompletion {
  /// The text before the last word.
  private let head: String
  /// The last word.
  private let word: String

  init(_ text: String) {
    var isQuoted = false
    var start = text.startIndex
    for index in text.indices {
      if text[index] == "\"" { isQuoted.toggle() }
      if text[index].isWhitespace, !isQuoted { start = text.index(after: index) }
    }
    head = String(text[..<start])
    word = String(text[start...])
  }

  /// Returns the choices, with the numbers of photos that the query would select then.
  ///
  /// - Throws: `PhotoQueryError` if the text before the word is no query; the errors of the library.
  @MainActor func choices(in browser: Browser) async throws -> ChoiceList {
    let sign = word.hasPrefix("-") ? "-" : ""
    let body = word.dropFirst(sign.count)
    let parts = body.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let facet = PhotoFacet(rawValue: String(parts[0])) else {
      let facets = PhotoFacet.allCases.filter { $0.rawValue.hasPrefix(body) }
      return list("Facets", facets.map { choice(sign + $0.rawValue + ":", meaning: $0.meaning) })
    }
    let typed = parts[1].drop { $0 == "\"" }.prefix { $0 != "\"" }
    let conditions = try [browser.lists.photos.unfilteredCondition, browser.condition(of: head)]
    let values = try await browser.library.values(
      of: facet, startingWith: String(typed), where: conditions.compactMap { $0 }.conjunction)
    return list(
      Words.capitalized(facet.rawValue),
      values.prefix(Self.limit).map { value in
        let term = PhotoQuery.Term(facet: facet, value: value.text, isExcluded: !sign.isEmpty)
        return choice(term.text, meaning: "\(value.count)")
      })
  }

  /// The highest number of values that are offered.
  private static let limit = 200

  private func choice(_ word: String, meaning: String) -> Choice {
    Choice(text: head + word, meaning: meaning, label: word)
  }

  private func list(_ title: String, _ choices: [Choice]) -> ChoiceList {
    ChoiceList(title: title, choices: choices, keysText: "Tab")
  }
}
