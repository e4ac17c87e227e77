import PhotoLibrary

/// The lists that the left pane can show.
enum MasterChoices {
  /// The name of the list of photographers.
  static let photographers = "photographers"

  /// All of them, with their meanings.
  static let all =
    [Choice(text: photographers, meaning: "by their names")]
    + PhotoGrouping.allCases.map { Choice(text: $0.rawValue, meaning: meaning(of: $0)) }

  private static func meaning(of grouping: PhotoGrouping) -> String {
    switch grouping {
    case .tags: "a photo is in the list of each of its tags"
    case .years: "by the year taken"
    case .months: "by the month taken"
    case .days: "by the day taken"
    case .places: "squares of a tenth of a degree, named by their tags, else by the nearest town"
    case .cameras: "where they are known: see the photo alone, with a key"
    case .licenses: "what may be done with the photos"
    case .albums: "your own, and those of Flickr; photos in the order of the album"
    case .folders: "those with your own photos; each lists the folders below it as well"
    case .sources: "where the photos came from"
    }
  }
}
