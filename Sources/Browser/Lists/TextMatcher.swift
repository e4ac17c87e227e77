import Foundation
import PhotoLibrary
import Terminal

/// The texts that a search and a filter look for, and their places in the titles of rows.
struct TextMatcher: Equatable {
  private let texts: [String]

  /// Creates a matcher for queries, whose facets are in no title; `nil` if they have no text.
  init?(_ queries: [String]) {
    // While a query is typed, it may be none yet.
    texts = queries.map { (try? PhotoQuery($0))?.text ?? $0 }.filter { !$0.isEmpty }
    if texts.isEmpty { return nil }
  }

  /// Returns the columns of a title that match; capital letters and accents count only if the text has a capital letter.
  func columns(in title: String) -> [Range<Int>] {
    texts.flatMap { text in
      let options: String.CompareOptions =
        text.contains(where: \.isUppercase) ? [] : [.caseInsensitive, .diacriticInsensitive]
      var columns: [Range<Int>] = []
      var rest = title.startIndex..<title.endIndex
      while let found = title.range(of: text, options: options, range: rest), !found.isEmpty {
        let start = SafeText.width(of: title[..<found.lowerBound])
        columns.append(start..<start + SafeText.width(of: title[found]))
        rest = found.upperBound..<title.endIndex
      }
      return columns
    }
  }
}
