import ObjectGraph
import PhotoLibrary
import Presentation
import WorldMap

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
    guard let (facet, typed) = term else {
      let facets = PhotoFacet.allCases.filter { $0.rawValue.hasPrefix(body) }
      return list("Facets", facets.map { choice(sign + $0.rawValue + ":", meaning: $0.meaning) })
    }
    if facet == .near {
      return list(of: (try? await browser.library.gazetteer.load()) ?? Towns(), startingWith: typed)
    }
    let counts = try await browser.session.facets.counts(of: facet, where: condition(in: browser))
    return list(
      Words.capitalized(facet.rawValue),
      FacetValue.sorted(counts, startingWith: typed).prefix(Self.limit).map { value in
        choice(text(of: facet, value.text), meaning: "\(value.count)")
      })
  }

  /// Returns the towns whose names begin with a text, with their regions.
  private func list(of towns: Towns, startingWith typed: String) -> ChoiceList {
    list(
      Words.capitalized(PhotoFacet.near.rawValue),
      towns.completions(of: typed, limit: Self.limit).map {
        choice(text(of: .near, $0.text), meaning: $0.region)
      })
  }

  /// Returns a facet with a value as it is written, with the sign of the last word.
  private func text(of facet: PhotoFacet, _ value: String) -> String {
    PhotoQuery.Term(facet: facet, value: value, isExcluded: !sign.isEmpty).text
  }

  /// Begins to count the values that can follow, so that they are there when they are asked for.
  @MainActor func prepare(in browser: Browser) {
    guard let (facet, _) = term, let condition = try? condition(in: browser) else { return }
    browser.session.facets.prepare(facet, where: condition)
  }

  /// Returns the condition of the photos whose values are counted; `nil` for all.
  @MainActor private func condition(in browser: Browser) throws -> FetchPredicate? {
    try [browser.lists.photos.unfilteredCondition, browser.condition(of: head)].compactMap { $0 }.conjunction
  }

  /// The sign before the last word that excludes photos, or nothing.
  private var sign: String { word.hasPrefix("-") ? "-" : "" }

  /// The last word without its sign.
  private var body: Substring { word.dropFirst(sign.count) }

  /// The facet of the last word, and what is typed of its value; `nil` if it has none yet.
  private var term: (facet: PhotoFacet, typed: String)? {
    let parts = body.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let facet = PhotoFacet(rawValue: String(parts[0])) else { return nil }
    return (facet, String(parts[1].drop { $0 == "\"" }.prefix { $0 != "\"" }))
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
