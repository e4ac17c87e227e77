internal import Foundation
package import ObjectModel

/// The trigrams of texts, by which full-text indexes find rows: any three code points that follow each other in a folded
/// text.
package enum Trigrams {
  /// The maximum number of trigrams that a comparison requires: the first ones; more would leave few rows out.
  private static let limit = 16

  /// Returns a text as an index knows it: folded as for the most tolerant comparison.
  ///
  /// The tokenizer of SQLite's FTS5 ends a text at its first NUL, which therefore becomes U+0001.
  package static func indexed(_ text: String) -> String {
    let folded = TextFolding.fold(text, [.caseInsensitive, .diacriticInsensitive])
    guard folded.utf8.contains(0) else { return folded }
    return String(decoding: folded.utf8.map { $0 == 0 ? 1 : $0 }, as: UTF8.self)
  }

  /// Calls `body` with the UTF-8 bytes of each trigram of a folded text, in their order.
  package static func forEach(of text: String, _ body: (UnsafeRawBufferPointer) -> Void) {
    var text = text
    text.withUTF8 { bytes in
      let bytes = UnsafeRawBufferPointer(bytes)
      var (start, end, length) = (0, 0, 0)
      while end < bytes.count {
        end += width(bytes[end])
        length += 1
        guard length == 3 else { continue }
        body(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
        start += width(bytes[start])
        length = 2
      }
    }
  }

  /// Returns the number of bytes of a code point from its first byte.
  private static func width(_ first: UInt8) -> Int {
    switch first {
    case ..<0x80: 1
    case ..<0xE0: 2
    case ..<0xF0: 3
    default: 4
    }
  }

  /// Returns the first trigrams of a folded text, in their order.
  private static func first(_ count: Int, of text: String) -> [String] {
    var trigrams: [String] = []
    forEach(of: text) { bytes in
      if trigrams.count < count { trigrams.append(String(decoding: bytes, as: UTF8.self)) }
    }
    return trigrams
  }

  /// Returns trigrams that the left side of a comparison contains wherever the comparison holds; none if texts without
  /// any trigram can match.
  package static func required(by comparison: FetchPredicate.Comparison) -> [String] {
    guard case .value(.string(let text)) = comparison.right else { return [] }
    let literals: [String]
    switch comparison.operation {
    case .contains, .beginsWith, .endsWith: literals = [TextFolding.fold(text, comparison.options)]
    // Without options, a comparison of whole texts is left to other indexes.
    case .equal where !comparison.options.isEmpty: literals = [TextFolding.fold(text, comparison.options)]
    case .like: literals = TextPattern(TextFolding.fold(text, comparison.options)).literals
    default: return []
    }
    var trigrams: [String] = []
    for part in literals.flatMap({ parts(of: $0, comparison.options) }) {
      for trigram in first(2 * limit, of: indexed(part)) where !trigrams.contains(trigram) {
        trigrams.append(trigram)
      }
    }
    return Array(trigrams.prefix(limit))
  }

  // MARK: What folding keeps

  /// Returns the parts of a text that the index contains if a row contains the text under `options`.
  ///
  /// The index folds case and diacritics. Comparisons that fold both find the text in the very texts of the index, and
  /// folding the case of a text without diacritics works by code points. In other comparisons, a text can be part
  /// of another while its folded form is not:
  /// - Decomposition sorts combining marks, so that others come between those of the text. Parts end there.
  /// - Case mappings compose and decompose. ASCII is what remains of them.
  private static func parts(of text: String, _ options: FetchPredicate.Options) -> [String] {
    guard !options.contains(.diacriticInsensitive) else { return [text] }
    let isKept: (Unicode.Scalar) -> Bool =
      options.contains(.caseInsensitive) ? { $0.isASCII } : { hasNoMark($0) }
    return text.unicodeScalars.split { !isKept($0) }.map { String(String.UnicodeScalarView($0)) }
  }

  /// Returns whether a code point decomposes to code points that decomposition never moves.
  private static func hasNoMark(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return true }
    return String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars.allSatisfy {
      $0.properties.canonicalCombiningClass == .notReordered || (0x300...0x36F).contains($0.value)
    }
  }
}
