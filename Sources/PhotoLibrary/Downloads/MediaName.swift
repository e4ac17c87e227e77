import PictureBasics

/// The name of a picture or video in an account download, which contains its Flickr ID.
///
/// The ID stands at various places: `7176952817_91ac1d3d90_o.jpg`, `title_5189977344_o.jpg`,
/// `vid_20120906_1417051_7943051628.mp4` (https://github.com/klinkby/Frickr, DataArchive.cs).
struct MediaName: Hashable, Sendable {
  /// The extension in lower case.
  let ending: String
  /// The possible IDs, the most likely one first.
  let candidates: [String]
  /// The name without the likeliest ID, for a photo of which nothing else is known.
  let title: String
  /// A Boolean value that indicates whether the name has a form that only Flickr gives: with a secret, or with the mark of originals.
  let isFlickrs: Bool

  /// The extensions of pictures that are not shown, and of videos.
  private static let others = PhotoFileExtension.others.union(videos)
  private static let videos: Set = ["mp4", "mov", "avi", "mpg", "mpeg", "m4v", "wmv", "3gp", "mts"]

  /// Returns a Boolean value that indicates whether a name is that of a picture or video, with or without an ID.
  static func isOne(_ name: String) -> Bool {
    let ending = PhotoFileExtension.of(name)
    return !name.hasPrefix(".") && (PhotoFileExtension.shown.contains(ending) || others.contains(ending))
  }

  /// Parses a name; returns `nil` if it is not that of a picture or video with an ID.
  init?(_ name: String) {
    guard Self.isOne(name), let dot = name.lastIndex(of: ".") else { return nil }
    ending = PhotoFileExtension.of(name)
    var parts = name[..<dot].split(separator: "_").map(String.init)
    let isOriginal = parts.count > 1 && parts.last == "o"
    if isOriginal { parts.removeLast() }
    guard let first = parts.first, let last = parts.last else { return nil }
    var found: [String] = []
    // A secret has ten hexadecimal digits. Ten decimal ones look like an ID, but a number as long as one before them is rather
    // the ID of a photo without a title than the title of a photo.
    let isSecret =
      parts.count == 2 && last.utf8.count == 10 && last.allSatisfy(\.isHexDigit) && Self.isID(first)
      && (!Self.isID(last) || (9...11).contains(first.utf8.count))
    if isSecret { found.append(first) }
    found += parts.reversed().filter { Self.isID($0) && !found.contains($0) }
    guard let id = found.first else { return nil }
    candidates = found
    isFlickrs = isOriginal || isSecret && !Self.isID(last)
    let words = parts.filter { $0 != id && !(isSecret && $0 == last) }
    title = words.isEmpty ? name : words.joined(separator: "_")
  }

  /// `photo` or `video`.
  var media: String { Self.videos.contains(ending) ? "video" : "photo" }

  /// A Boolean value that indicates whether the file is a picture that is shown.
  var isShown: Bool { PhotoFileExtension.shown.contains(ending) }

  private static func isID(_ text: String) -> Bool {
    text.utf8.count >= 5 && DownloadText.flickrID(text) != nil
  }
}
