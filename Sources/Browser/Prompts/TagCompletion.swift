import PhotoLibrary
import TerminalUI

/// The completion of the last word of a text by the tags of the library, with the numbers of photos that have them.
struct TagCompletion {
  /// The text before the last tag, with the sign of this.
  private let head: String
  private let sign: String
  private let typed: String

  init(_ text: String) {
    let start = text.lastIndex(of: " ").map { text.index(after: $0) } ?? text.startIndex
    sign = text[start...].hasPrefix("-") ? "-" : ""
    head = String(text[..<start])
    typed = String(text[start...].dropFirst(sign.count))
  }

  /// The highest number of tags that are offered.
  private static let limit = 200

  /// Returns the choices.
  @MainActor func choices(in browser: Browser) async throws -> [Choice] {
    let counts = try await browser.session.facets.counts(of: .tag, where: nil)
    return FacetValue.sorted(counts, startingWith: typed).prefix(Self.limit).map { value in
      Choice(text: head + sign + value.text, meaning: "\(value.count)", label: sign + value.text)
    }
  }
}
