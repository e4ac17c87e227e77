/// The names of Flickr's licenses by number (flickr.photos.licenses.getInfo, 2025).
enum License {
  private static let names = [
    "0": "All rights reserved", "1": "CC BY-NC-SA 2.0", "2": "CC BY-NC 2.0", "3": "CC BY-NC-ND 2.0",
    "4": "CC BY 2.0", "5": "CC BY-SA 2.0", "6": "CC BY-ND 2.0", "7": "No known copyright restrictions",
    "8": "United States government work", "9": "CC0 1.0", "10": "Public domain mark 1.0",
    "11": "CC BY 4.0", "12": "CC BY-SA 4.0", "13": "CC BY-ND 4.0", "14": "CC BY-NC 4.0",
    "15": "CC BY-NC-SA 4.0", "16": "CC BY-NC-ND 4.0",
  ]

  /// Returns the name of a license; for an unknown license, its number.
  static func name(_ number: String) -> String { names[number] ?? "License \(number)" }
}
