/// The words of a generated Flickr, at most 64 of a kind, so that an integer can represent a set of them.
enum Vocabulary {
  static let tags = [
    "sunset", "sea", "sky", "mountain", "river", "forest", "tree", "flower", "bird", "heron", "cat", "dog",
    "horse",
    "street", "night", "rain", "snow", "fog", "cloud", "bridge", "harbour", "boat", "train", "station",
    "window",
    "door", "stairs", "roof", "tower", "church", "museum", "garden", "park", "beach", "island", "lighthouse",
    "film",
    "35mm", "blackandwhite", "macro", "portrait", "landscape", "longexposure", "autumn", "winter", "spring",
    "summer",
    "morning", "red", "blue", "green", "zürich", "東京", "москва", "newyork", "travel", "hiking", "concert",
    "food",
    "market",
  ]

  static let adjectives = [
    "Quiet", "Red", "Blue", "Old", "Cold", "Early", "Lost", "Broken", "Golden", "Grey", "Wild", "Hidden",
    "Last",
    "Little", "Empty", "Bright", "Frozen", "Rusty", "Distant", "Wet", "Näher", "Épique", "静かな", "Тихий",
  ]

  static let nouns = [
    "harbour", "heron", "street", "window", "hill", "morning", "river", "garden", "train", "roof", "tower",
    "wave",
    "forest", "field", "bridge", "lamp", "boat", "cloud", "stairs", "market", "door & gate", "“quoted” sky",
    "line\\break", "café", "夜", "мост", "🌊", "path / way",
  ]

  static let givenNames = [
    "Alice", "Bob", "Carla", "Dmitri", "Émile", "Fumiko", "Greta", "Hassan", "Ines", "Jörg", "Kofi", "Lena",
    "Mina",
    "Nils", "Olga", "Pedro",
  ]

  static let familyNames = [
    "Ashdown", "Berg", "Cañizares", "Doyle", "Egger", "Fontaine", "Grünwald", "Hart", "Ito", "Jansen",
    "Kowalski",
    "Lund", "Meyer", "Novák", "Okafor", "Pavlov",
  ]

  static let cities: [(name: String, latitude: Double, longitude: Double)] = [
    ("Berlin", 52.52, 13.405), ("Paris", 48.8566, 2.3522), ("London", 51.5072, -0.1276),
    ("Lisbon", 38.7223, -9.1393), ("Oslo", 59.9139, 10.7522), ("New York", 40.7128, -74.006),
    ("Tokyo", 35.6762, 139.6503), ("Sydney", -33.8688, 151.2093), ("Cape Town", -33.9249, 18.4241),
    ("Lima", -12.0464, -77.0428), ("Reykjavik", 64.1466, -21.9426), ("Suva", -18.1248, 178.4501),
  ]

  static let groups: [(alias: String, name: String, tag: Int)] = [
    ("birds", "Birds of the world", 8), ("seaside", "Seaside", 1), ("night-walks", "Night walks ☾", 14),
    ("35mm-and-rain", "35mm & rain", 37), ("lighthouses", "Lighthouses", 35),
  ]

  /// Returns the number of a tag, compared as on Flickr: without case, blanks, and punctuation.
  static func tag(_ text: some StringProtocol) -> Int? {
    let wanted = normalized(text)
    return tags.firstIndex { normalized($0) == wanted }
  }

  static func normalized(_ text: some StringProtocol) -> String {
    String(String.UnicodeScalarView(text.lowercased().unicodeScalars.filter(\.properties.isAlphanumeric)))
  }

  /// Returns the words that contain a word, as bits.
  static func bits(of word: String, in words: [String]) -> UInt64 {
    words.indices.reduce(0) { bits, index in
      let parts = words[index].lowercased().split {
        !$0.unicodeScalars.allSatisfy(\.properties.isAlphanumeric)
      }
      return parts.contains { $0 == word } ? bits | 1 << UInt64(index) : bits
    }
  }
}

extension Unicode.Scalar.Properties {
  /// A Boolean value that indicates whether the character is a letter, a digit, or a similar symbol.
  var isAlphanumeric: Bool { isAlphabetic || numericType != nil || isEmojiPresentation }
}
