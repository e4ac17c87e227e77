import Foundation
import ObjectGraph
import PhotoLibrary
import Presentation

/// The sources that a user can choose.
enum SourceChoices {
  /// The built-in sources; after a colon the user types the rest.
  private static let forms = [
    Choice(text: "folder:", meaning: "your own photos in a folder and those below it"),
    Choice(text: "export:", meaning: "your account download of Flickr: its folder, or a zip file"),
    Choice(text: "gallery-dl:", meaning: "pictures of gallery-dl with their metadata"),
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

  /// Returns the sources with names, those of the library, and those that are always there.
  static func make(named: [NamedSource], used: [ImportedSource], now: Date = Date()) -> [Choice] {
    let forms = Dictionary(uniqueKeysWithValues: Self.forms.map { ($0.text, $0.meaning) })
    // Folders can have names that are equal as strings; values are compared by their bytes, as in the library.
    let sources = Dictionary(
      used.map { (PropertyValue.string($0.name), $0) }, uniquingKeysWith: { first, _ in first })
    func meaning(_ text: String) -> String? {
      sources[.string(text)].flatMap { summary(of: $0, now: now) }
    }
    var choices = named.map { name in
      Choice(text: name.name, meaning: name.text + (meaning(name.text).map { " · " + $0 } ?? ""))
    }
    var known = Set(named.map { PropertyValue.string($0.text) })
    for text in used.map(\.name) + Self.forms.map(\.text) where known.insert(.string(text)).inserted {
      choices.append(Choice(text: text, meaning: meaning(text) ?? forms[text] ?? ""))
    }
    return choices
  }

  /// The number of photos, and the time since the last refresh.
  private static func summary(of source: ImportedSource, now: Date) -> String? {
    guard let photoCount = source.photoCount else { return nil }
    let count = Words.count(photoCount, "photo")
    guard let time = source.fetchedAt else { return count }
    return "\(count), fetched \(Words.age(of: time, now: now))"
  }
}
