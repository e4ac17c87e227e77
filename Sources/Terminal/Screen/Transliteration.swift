/// Stands in for characters that a terminal without UTF-8 cannot show.
///
/// A character of one column becomes one ASCII character, so that nothing shifts: accented Latin letters lose
/// their accents, borders become `-`, `|` and `+`, and what has no counterpart becomes `_`. Letters that ASCII
/// writes as two, such as ß, are expanded before a text is laid out.
enum Transliteration {
  /// The text with every letter that ASCII writes as two written so: ß as ss, æ as ae.
  ///
  /// - Complexity: O(*n*) in the length of a text that has bytes outside ASCII.
  static func expanded(_ text: String) -> Substring {
    guard text.utf8.contains(where: { $0 >= 0x80 }), text.unicodeScalars.contains(where: { pairs[$0] != nil })
    else { return text[...] }
    var expanded = ""
    for scalar in text.unicodeScalars {
      if let pair = pairs[scalar] { expanded += pair } else { expanded.unicodeScalars.append(scalar) }
    }
    return Substring(expanded)
  }

  private static let pairs: [Unicode.Scalar: String] = [
    "ß": "ss", "ẞ": "SS", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "þ": "th", "Þ": "Th",
  ]

  /// One ASCII character for the character `text`.
  static func ascii(_ text: String) -> Character {
    guard let scalar = text.unicodeScalars.first else { return " " }
    if scalar.isASCII { return Character(scalar) }
    if let sign = signs[scalar] { return sign }
    return latinLetter(scalar) ?? "_"
  }

  /// The letter that a Latin letter derives from, read off its Unicode name: "LATIN SMALL LETTER E WITH ACUTE".
  private static func latinLetter(_ scalar: Unicode.Scalar) -> Character? {
    guard let words = scalar.properties.name?.split(separator: " "), words.count >= 4,
      words[0] == "LATIN", words[2] == "LETTER", let first = words[3].first
    else { return nil }
    // "SHARP S" is the one common letter that is not named by its first letter.
    let letter = words[3] == "SHARP" ? "S" : first
    return words[1] == "SMALL" ? Character(letter.lowercased()) : letter
  }

  private static let signs: [Unicode.Scalar: Character] = [
    "─": "-", "━": "-", "═": "=", "│": "|", "┃": "#", "╭": "+", "╮": "+", "╰": "+", "╯": "+", "├": "+",
    "┤": "+", "┬": "+", "┴": "+", "┼": "+", "█": "#", "▐": "#", "▌": "#", "░": ".", "·": "-", "•": "*",
    "●": "*",
    "…": "~", "‘": "'", "’": "'", "‚": ",", "“": "\"", "”": "\"", "„": "\"", "–": "-", "—": "-",
    "‹": "<", "›": ">", "«": "<", "»": ">", "→": ">", "←": "<", "↑": "^", "↓": "v", "▸": ">", "▾": "v",
    "▤": "#", "✓": "+", "★": "*", "✗": "x", "×": "x", "°": "o", "\u{A0}": " ", "©": "c", "®": "r", "€": "E",
    "£": "L",
    "¥": "Y",
  ]
}
