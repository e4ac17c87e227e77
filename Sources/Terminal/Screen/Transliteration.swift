/// Stands in for characters that a terminal without UTF-8 cannot show.
///
/// Each answer is one ASCII character for one column, so that nothing shifts: accented Latin letters lose
/// their accents, borders become `-`, `|` and `+`, and what has no counterpart becomes `_`.
enum Transliteration {
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
    "─": "-", "━": "-", "═": "=", "│": "|", "┃": "|", "╭": "+", "╮": "+", "╰": "+", "╯": "+", "├": "+",
    "┤": "+", "┬": "+", "┴": "+", "┼": "+", "█": "#", "▐": "#", "▌": "#", "░": ".", "·": "-", "•": "*",
    "●": "*",
    "…": "~", "‘": "'", "’": "'", "‚": ",", "“": "\"", "”": "\"", "„": "\"", "–": "-", "—": "-",
    "‹": "<", "›": ">", "«": "<", "»": ">", "→": ">", "←": "<", "↑": "^", "↓": "v", "▸": ">", "▾": "v",
    "✓": "+", "✗": "x", "×": "x", "°": "o", "\u{A0}": " ", "©": "c", "®": "r", "€": "E", "£": "L", "¥": "Y",
  ]
}
