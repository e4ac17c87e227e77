internal import Foundation

/// The one rule by which text is compared without regard to case and diacritics, in memory and in SQL.
///
/// Text is folded first and the folded texts are compared by their UTF-8 bytes. The rule knows no language:
///
/// - *Diacritics*: the canonical decomposition (NFD) without the combining marks that Unicode made for any
///   script, which are those of the blocks U+0300-036F, U+1AB0-1AFF, U+1DC0-1DFF, U+20D0-20FF and
///   U+FE20-FE2F. So "é", as one code point or two, is "e"; the marks that belong to a script of their own
///   (the voiced sound mark of kana, the vowel signs of Devanagari) make other letters and stay.
/// - *Case*: each code point is mapped to small letters, these to capitals, and those to small letters again,
///   each by Unicode's full mapping without locale or context. So "ß" and "ẞ" are "ss", "ς" is "σ" and the
///   dotless "ı" is "i".
package enum TextFolding {
  /// The text as it is compared under `options`; without any it is the text itself.
  ///
  /// ASCII is folded byte by byte, and not copied when nothing changes.
  package static func fold(_ text: String, _ options: FetchPredicate.Options) -> String {
    guard !options.isEmpty else { return text }
    let ignoresCase = options.contains(.caseInsensitive)
    var isASCII = true
    var hasCapitals = false
    for byte in text.utf8 {
      isASCII = isASCII && byte < 0x80
      hasCapitals = hasCapitals || isCapital(byte)
    }
    if !isASCII { return ScalarFolding.of(options).fold(text) }
    return ignoresCase && hasCapitals ? lowercased(ascii: text) : text
  }

  /// Makes the table for text without case and diacritics, unless it is made.
  ///
  /// The first text outside ASCII needs it, and would wait for it.
  package static func prepare() { _ = ScalarFolding.of([.caseInsensitive, .diacriticInsensitive]) }

  fileprivate static func isCapital(_ byte: UInt8) -> Bool { byte &- 0x41 < 26 }

  private static func lowercased(ascii text: String) -> String {
    String(unsafeUninitializedCapacity: text.utf8.count) { buffer in
      var count = 0
      for byte in text.utf8 {
        buffer[count] = isCapital(byte) ? byte | 0x20 : byte
        count += 1
      }
      return count
    }
  }
}

/// The folding of text that is not all ASCII, under one set of options.
private struct ScalarFolding {
  private static let caseInsensitive = ScalarFolding(.caseInsensitive)
  private static let diacriticInsensitive = ScalarFolding(.diacriticInsensitive)
  private static let insensitive = ScalarFolding([.caseInsensitive, .diacriticInsensitive])

  static func of(_ options: FetchPredicate.Options) -> ScalarFolding {
    options == .caseInsensitive
      ? caseInsensitive : options == .diacriticInsensitive ? diacriticInsensitive : insensitive
  }

  /// The code points of Western languages, folded at once: all others are not worth it at the start of a program.
  private static let first: Range<UInt32> = 0x80..<0x180
  /// The other code points up to the end of Latin, Greek and Cyrillic, folded when one of them comes.
  ///
  /// All marks before the end are dropped or of one combining class, so that decomposing each code point by itself
  /// is decomposing the text.
  private static let others: Range<UInt32> = 0x180..<0x530

  private let options: FetchPredicate.Options
  private let first: [[UInt8]]
  private let others = MadeOnce<[[UInt8]]>()

  private init(_ options: FetchPredicate.Options) {
    self.options = options
    first = Self.table(Self.first, options)
  }

  /// Folds each code point of a range.
  private static func table(_ range: Range<UInt32>, _ options: FetchPredicate.Options) -> [[UInt8]] {
    // All code points in one text: decomposing each by itself takes longer.
    let separator: Unicode.Scalar = "\u{1}"
    var all = ""
    for value in range {
      all.unicodeScalars.append(Unicode.Scalar(value) ?? " ")
      all.unicodeScalars.append(separator)
    }
    var (table, entry): ([[UInt8]], [UInt8]) = ([], [])
    for scalar in decomposed(all, options).unicodeScalars {
      if scalar == separator {
        table.append(entry)
        entry.removeAll()
      } else {
        fold(scalar, options, into: &entry)
      }
    }
    return table
  }

  func fold(_ text: String) -> String {
    let isInTables = text.unicodeScalars.allSatisfy { $0.value < Self.others.upperBound }
    let source = isInTables ? text : Self.decomposed(text, options)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(source.utf8.count)
    let ignoresCase = options.contains(.caseInsensitive)
    var others: [[UInt8]]?
    for scalar in source.unicodeScalars {
      if scalar.isASCII {
        // Most of the text, also where a letter is not.
        let byte = UInt8(truncatingIfNeeded: scalar.value)
        bytes.append(ignoresCase && TextFolding.isCapital(byte) ? byte | 0x20 : byte)
      } else if scalar.value < Self.first.upperBound {
        bytes += first[Int(scalar.value - Self.first.lowerBound)]
      } else if scalar.value < Self.others.upperBound {
        let table = others ?? self.others.value { Self.table(Self.others, options) }
        others = table
        bytes += table[Int(scalar.value - Self.others.lowerBound)]
      } else {
        Self.fold(scalar, options, into: &bytes)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func decomposed(_ text: String, _ options: FetchPredicate.Options) -> String {
    options.contains(.diacriticInsensitive) ? text.decomposedStringWithCanonicalMapping : text
  }

  private static func fold(
    _ scalar: Unicode.Scalar, _ options: FetchPredicate.Options, into bytes: inout [UInt8]
  ) {
    if options.contains(.diacriticInsensitive), isCommonMark(scalar.value) { return }
    let properties = scalar.properties
    guard options.contains(.caseInsensitive), properties.changesWhenCaseMapped else {
      bytes += String(scalar).utf8
      return
    }
    for small in properties.lowercaseMapping.unicodeScalars {
      for capital in small.properties.uppercaseMapping.unicodeScalars {
        bytes += capital.properties.lowercaseMapping.utf8
      }
    }
  }

  private static func isCommonMark(_ value: UInt32) -> Bool {
    switch value {
    case 0x300...0x36F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F: true
    default: false
    }
  }
}
