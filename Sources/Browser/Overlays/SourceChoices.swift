import PhotoLibrary

/// The sources that a user can choose.
enum SourceChoices {
  /// The built-in sources; after a colon the user types the rest.
  private static let forms = [
    Choice(text: "sample", meaning: "the sample roll that comes with the program"),
    Choice(text: "feed", meaning: "the 20 newest public photos (no key needed)"),
    Choice(text: "recent", meaning: "the latest uploads"),
    Choice(text: "interesting", meaning: "Explore, today or interesting:2025-06-01"),
    Choice(text: "search:", meaning: "photos that contain a text"),
    Choice(text: "tag:", meaning: "photos with all these tags"),
    Choice(text: "user:", meaning: "a user's photos"),
    Choice(text: "favorites:", meaning: "a user's favorites"),
    Choice(text: "album:", meaning: "an album, by its id"),
    Choice(text: "group:", meaning: "a group, by its name or id"),
    Choice(text: "gallery:", meaning: "a gallery, by its id"),
    Choice(text: "place:", meaning: "photos between two corners"),
    Choice(text: "license:", meaning: "photos by license"),
  ]

  /// Returns the sources with names, those that were used before, and those that are always there.
  static func make(named: [NamedSource], used: [String]) -> [Choice] {
    let forms = Dictionary(uniqueKeysWithValues: Self.forms.map { ($0.text, $0) })
    var choices = named.map { Choice(text: $0.name, meaning: $0.text) }
    var known = Set(named.map(\.text))
    for text in used + Self.forms.map(\.text) where known.insert(text).inserted {
      choices.append(forms[text] ?? Choice(text: text, meaning: ""))
    }
    return choices
  }
}
