extension Style {
  /// Creates a style that is written in words, as in `bold #ffaa00 on black`: attributes, a color, and after `on` the
  /// color behind.
  ///
  /// A color is one of ``Color/names``, `bright-` and one of these, a number of the palette up to 255, or six hexadecimal
  /// digits after `#`. Attributes are `bold`, `dim`, `reverse` and `underline`; `plain` stands for none.
  ///
  /// - Throws: A ``StyleTextError`` with the word that is wrong.
  public init(text: String) throws(StyleTextError) {
    self = .plain
    var isBehind = false
    let words = text.split(whereSeparator: \.isWhitespace)
    guard !words.isEmpty else { throw StyleTextError(word: "") }
    for word in words {
      let word = word.lowercased()
      if let attribute = Self.attributes[word] {
        self = with(attribute)
      } else if word == "on", !isBehind, word != words.last?.lowercased() {
        isBehind = true
      } else if let color = Color(text: word) {
        if isBehind { background = color } else { foreground = color }
      } else {
        throw StyleTextError(word: word)
      }
    }
  }

  private static let attributes: [String: Attributes] = [
    "plain": [], "bold": .bold, "dim": .dim, "reverse": .reverse, "underline": .underline,
  ]

  /// The style under another one, which adds its attributes, and its colors where it has some.
  public func overlaid(by other: Style) -> Style {
    Style(
      foreground: other.foreground == .standard ? foreground : other.foreground,
      background: other.background == .standard ? background : other.background,
      attributes.union(other.attributes))
  }
}

extension Color {
  /// The names of the first eight colors of the palette.
  public static let names = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]

  /// Creates a color from its name, its number or its hexadecimal digits; `nil` if the text stands for none.
  init?(text: String) {
    let isBright = text.hasPrefix("bright-")
    if let place = Self.names.firstIndex(of: isBright ? String(text.dropFirst(7)) : text) {
      self = .palette(UInt8(place + (isBright ? 8 : 0)))
    } else if text == "default" {
      self = .standard
    } else if text.allSatisfy(\.isASCII), let number = UInt8(text) {
      self = .palette(number)
    } else if text.hasPrefix("#"), text.utf8.count == 7, text.dropFirst().allSatisfy(\.isHexDigit),
      let value = UInt32(text.dropFirst(), radix: 16)
    {
      self = .rgb(
        UInt8(truncatingIfNeeded: value >> 16), UInt8(truncatingIfNeeded: value >> 8),
        UInt8(truncatingIfNeeded: value))
    } else {
      return nil
    }
  }
}
