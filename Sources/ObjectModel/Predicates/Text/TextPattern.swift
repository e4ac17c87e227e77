/// The patterns of LIKE: `*` stands for any text, `?` for one code point, and `\` makes the next one stand
/// for itself.
package struct TextPattern {
  private enum Element: Hashable {
    case byte(UInt8)
    case anyCodePoint
    case anyText
  }

  private var elements: [Element] = []

  /// Reads a pattern; every text is one.
  package init(_ pattern: String) {
    var isEscaped = false
    for byte in pattern.utf8 {
      switch byte {
      case 0x5C where !isEscaped:
        isEscaped = true
        continue
      case 0x2A where !isEscaped: elements.append(.anyText)
      case 0x3F where !isEscaped: elements.append(.anyCodePoint)
      default: elements.append(.byte(byte))
      }
      isEscaped = false
    }
    if isEscaped { elements.append(.byte(0x5C)) }
  }

  /// The texts between the wildcards, which every matching text contains.
  package var literals: [String] {
    elements.split { $0 == .anyText || $0 == .anyCodePoint }.map { run in
      String(decoding: run.compactMap { if case .byte(let byte) = $0 { byte } else { nil } }, as: UTF8.self)
    }
  }

  /// The texts before, between and after the wildcards `*`, which may be empty; nil if there is a `?`.
  package var partsOfAnyText: [String]? {
    guard !elements.contains(.anyCodePoint) else { return nil }
    return elements.split(separator: .anyText, omittingEmptySubsequences: false).map { run in
      String(decoding: run.compactMap { if case .byte(let byte) = $0 { byte } else { nil } }, as: UTF8.self)
    }
  }

  /// Returns a Boolean value that indicates whether the pattern matches the whole text.
  ///
  /// - Complexity: O(*n* · *m*) at most, where *n* is the length of the text and *m* that of the pattern.
  package func matches(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { matches($0) }
  }

  /// Goes along both; when they differ, the last `*` takes one code point more.
  private func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var position = 0
    var element = 0
    var retry: (position: Int, element: Int)?
    while position < text.count {
      if element < elements.count, elements[element] == .anyText {
        element += 1
        retry = (position, element)
      } else if element < elements.count, elements[element] == .byte(text[position]) {
        position += 1
        element += 1
      } else if element < elements.count, elements[element] == .anyCodePoint {
        position = Self.next(after: position, in: text)
        element += 1
      } else if let last = retry {
        position = Self.next(after: last.position, in: text)
        element = last.element
        retry = (position, element)
      } else {
        return false
      }
    }
    return elements[element...].allSatisfy { $0 == .anyText }
  }

  private static func next(after position: Int, in text: UnsafeBufferPointer<UInt8>) -> Int {
    var next = position + 1
    while next < text.count, text[next] & 0xC0 == 0x80 { next += 1 }
    return next
  }
}
