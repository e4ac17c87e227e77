import TestSupport

/// The words of generated texts, which occur as often as words do in a language: the *n*-th most frequent one in
/// proportion to 1/*n* (Zipf's law).
///
/// Frequent words are English, the others are made of syllables. An index of words or of three letters has about as
/// many different entries as that of real texts.
nonisolated enum Vocabulary {
  private static let frequent = [
    "morning", "Evening", "old", "street", "bridge", "Winter", "light", "sea", "harbor", "fog",
    "mountain", "bird", "portrait", "red", "window", "garden", "Market", "rain", "train", "snow", "river",
    "church", "blue", "market", "night", "city", "beach", "door", "Über", "café", "dog", "cat", "tree",
  ]
  private static let starts = [
    "b", "br", "c", "ch", "d", "f", "fl", "g", "gr", "h", "k", "l", "m", "n", "p", "pr", "r", "s", "sh", "st",
    "t", "v",
  ]
  private static let middles = ["a", "e", "i", "o", "u", "ai", "ea", "oo", "ö", "é"]
  private static let ends = ["", "n", "r", "l", "s", "t", "nd", "ck", "m", "rt"]

  private static let words: [String] = {
    var generator = SeededGenerator(seed: 7)
    func syllable() -> String {
      // Accents are rare.
      let vowels = generator.next() % 20 == 0 ? middles[8...] : middles[..<8]
      return (starts.randomElement(using: &generator) ?? "")
        + (vowels.randomElement(using: &generator) ?? "") + (ends.randomElement(using: &generator) ?? "")
    }
    return frequent + (0..<4_000).map { _ in syllable() + syllable() }
  }()

  /// The numbers of words, each as often as its share of all texts.
  private static let shares: [UInt16] = {
    let total = words.indices.reduce(0) { $0 + 1 / Double($1 + 1) }
    var shares: [UInt16] = []
    var sum = 0.0
    for index in words.indices {
      sum += 1 / Double(index + 1) / total
      while Double(shares.count) < sum * 65_536, shares.count < 65_536 { shares.append(UInt16(index)) }
    }
    return shares
  }()

  /// The word that a random number chooses.
  static func word(_ number: UInt64) -> String { words[Int(shares[Int(number % UInt64(shares.count))])] }
}
