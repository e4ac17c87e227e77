public import Flickr
import Foundation

/// The user's own file with the picture of a photo.
///
/// It never comes from a page, so that no page can make the program read a file.
public struct OwnPicture: Hashable, Sendable {
  /// The place of a picture.
  public enum Place: Hashable, Sendable {
    /// A file by its path.
    case file(path: String)
    /// An entry of a zip file by its path.
    case entry(name: String, archive: String)

    /// Returns whether two places have the same bytes, as file systems compare names.
    public static func == (left: Self, right: Self) -> Bool { left.url == right.url }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) { hasher.combine(url) }
  }

  /// The place.
  public let place: Place
  /// The width in pixels, if known.
  public let width: Int?
  /// The height in pixels, if known.
  public let height: Int?

  /// Creates the picture at a place, with its size if it is known; a side that no picture has counts as unknown, as in renditions.
  public init(_ place: Place, width: Int? = nil, height: Int? = nil) {
    (self.place, self.width, self.height) = (place, Rendition.side(width), Rendition.side(height))
  }
}

extension OwnPicture {
  /// Creates a picture from the text in a library: `6000x4000 file:///a.jpg`, without a size if it is not known.
  public init?(text: String) {
    let parts = text.split(separator: " ", maxSplits: 1)
    guard let last = parts.last, let place = Place(url: String(last)) else { return nil }
    let sides = parts.count > 1 ? parts[0].split(separator: "x").map { Int($0) } : []
    self.init(place, width: sides.first ?? nil, height: sides.count > 1 ? sides[1] : nil)
  }

  /// The text that `init(text:)` accepts.
  public var text: String {
    guard let width, let height else { return place.url }
    return "\(width)x\(height) " + place.url
  }

  /// The picture as the largest rendition of its photo.
  public var rendition: Rendition { Rendition(suffix: "o", url: place.url, width: width, height: height) }
}

extension OwnPicture.Place {
  /// Creates a place from its URL; `nil` if it is not the URL of a file.
  init?(url text: String) {
    let parts = text.split(separator: "#", maxSplits: 1).map(String.init)
    guard let first = parts.first, first.hasPrefix("file:"), let url = URL(string: first) else { return nil }
    let path = url.path(percentEncoded: false)
    guard parts.count > 1 else {
      self = .file(path: path)
      return
    }
    guard let name = parts[1].removingPercentEncoding else { return nil }
    self = .entry(name: name, archive: path)
  }

  /// The URL: that of the file, or of the zip file with the name of the entry as its fragment.
  public var url: String {
    switch self {
    case .file(let path): return URL(filePath: path, directoryHint: .notDirectory).absoluteString
    case .entry(let name, let archive):
      let url = URL(filePath: archive, directoryHint: .notDirectory).absoluteString
      return url + "#" + (name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")
    }
  }

  /// The path of the file, which is the zip file for an entry.
  public var path: String {
    switch self {
    case .file(let path): path
    case .entry(_, let archive): archive
    }
  }

  /// A Boolean value that indicates whether the file is there; blocks on the disk.
  var exists: Bool { CacheFileStatus(userFile: path) != nil }

  /// The place in words, for messages.
  public var description: String {
    switch self {
    case .file(let path): path
    case .entry(let name, let archive): "\(name) in \(archive)"
    }
  }
}
