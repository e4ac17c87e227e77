internal import CPseudoTerminal

extension TerminalModel {
  /// The numbers of columns that a terminal uses for characters; nil stands for the width of the C library.
  public struct Widths: Sendable, Equatable {
    /// The number of columns of nonspacing marks, such as U+0301.
    public var marks: Int?
    /// The number of columns of spacing marks, such as U+0940.
    public var spacingMarks: Int?
    /// The number of columns of emoji outside ASCII.
    public var emoji: Int?
    /// The number of columns of characters of ambiguous width (UAX #11), such as U+00E9 and U+2500.
    public var ambiguous: Int?
    /// A Boolean value that indicates whether a letter that a virama joins to the preceding one uses no
    /// column.
    public var joinsLetters = false

    /// Creates widths that equal those of the C library.
    public init() {}

    /// Returns the number of columns of a character.
    func columns(of scalar: Unicode.Scalar) -> Int {
      if let ambiguous, scalar.isAmbiguous { return ambiguous }
      guard scalar.value >= 0x300 else { return 1 }
      if let emoji, scalar.properties.isEmojiPresentation || scalar == "❤" { return emoji }
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .enclosingMark: return marks ?? scalar.columns
      case .spacingMark: return spacingMarks ?? scalar.columns
      default: return scalar.columns
      }
    }
  }
}

extension Unicode.Scalar {
  /// The number of columns of the character: 0 for marks and joiners, 2 for wide characters.
  ///
  /// It is from the C library's table, which ncurses uses too. An unknown character uses one column.
  var columns: Int {
    if value < 0x300 { return 1 }
    let width = Int(cpty_width(value))
    return width < 0 ? 1 : width
  }

  /// A Boolean value that indicates whether the character has ambiguous width; it covers common characters
  /// only.
  fileprivate var isAmbiguous: Bool {
    switch value {
    case 0..<0xA1: false
    case 0xA1...0xFF: "¡¤§¨ª®°±²³´¶·¸¹º¼½¾¿ÆÐ×ØÞßàáæèéêìíðòó÷øùúüþ".unicodeScalars.contains(self)
    case 0x391...0x3A1, 0x3A3...0x3A9, 0x3B1...0x3C1, 0x3C3...0x3C9, 0x401, 0x410...0x44F, 0x451: true
    case 0x2013...0x2016, 0x2018, 0x2019, 0x201C, 0x201D, 0x2020...0x2022, 0x2024...0x2027, 0x2030, 0x20AC:
      true
    case 0x2160...0x216B, 0x2170...0x2179, 0x2190...0x2199, 0x2460...0x24E9, 0x2500...0x254B: true
    case 0x2550...0x2573, 0x2580...0x258F, 0x2592...0x2595, 0x25A0, 0x25A1, 0x25B2, 0x25B3, 0x25BC, 0x25BD:
      true
    case 0x25CB, 0x25CE...0x25D1, 0x2605, 0x2606, 0x2660, 0x2661, 0x266A: true
    default: false
    }
  }
}
