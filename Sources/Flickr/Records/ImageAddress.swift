internal import Foundation

/// The part of the URLs of a photo's images that they share
/// (https://www.flickr.com/services/api/misc.urls.html).
///
///     https://live.staticflickr.com/{server}/{id}_{secret}_b.jpg
public struct ImageAddress: Hashable, Sendable {
  /// The folder: the number of a server of the usual host, or a whole URL without its last component.
  let folder: String
  /// The secret of the sizes up to 1024 pixels.
  let secret: String
  /// The URL up to the photo's ID and the underscore after it.
  private let name: String
  /// The URL up to the secret.
  private let base: String

  private static let host = "https://live.staticflickr.com/"
  private static let fileType = ".jpg"
  private static let slash = UInt8(ascii: "/")

  init(folder: String, photo id: String, secret: String) {
    (self.folder, self.secret) = (folder, secret)
    name = (folder.utf8.contains(Self.slash) ? folder : Self.host + folder) + "/\(id)_"
    base = name + secret
  }

  /// Creates the address of an image of the photo with an ID; `nil` if its URL has another form.
  public init?(_ image: Rendition, photo id: String) {
    let (url, start, end) = (image.url.utf8, id + "_", Self.ending(of: image.suffix))
    guard !id.isEmpty, !url.contains(where: { $0 <= UInt8(ascii: " ") }),
      let slash = url.lastIndex(of: Self.slash)
    else { return nil }
    let folderLength = url.distance(from: url.startIndex, to: slash)
    let secretStart = folderLength + 1 + start.utf8.count
    let secretEnd = url.count - end.utf8.count
    guard secretStart <= secretEnd, image.url.contains(start, atByte: folderLength + 1),
      image.url.contains(end, atByte: secretEnd)
    else { return nil }
    let isUsual = image.url.contains(Self.host, atByte: 0) && folderLength > Self.host.utf8.count
    let folder = url.prefix(folderLength).dropFirst(isUsual ? Self.host.utf8.count : 0)
    guard isUsual != folder.contains(Self.slash) else { return nil }
    self.init(
      folder: String(Substring(folder)), photo: id,
      secret: String(Substring(url.prefix(secretEnd).dropFirst(secretStart))))
  }

  /// Returns the URL of the image with a suffix.
  public func url(_ suffix: String) -> String { base + Self.ending(of: suffix) }

  /// Returns the URL of the image with a suffix, or with the name that follows the photo's ID in it.
  func url(_ suffix: String, rest: String) -> String { rest.isEmpty ? url(suffix) : name + rest }

  /// Returns the part of an image's URL that does not follow from its suffix: nothing, the name after the photo's ID,
  /// or the whole URL.
  func rest(of image: Rendition) -> String {
    let (url, end) = (image.url, Self.ending(of: image.suffix))
    if url.utf8.count == base.utf8.count + end.utf8.count, url.contains(base, atByte: 0),
      url.contains(end, atByte: base.utf8.count)
    {
      return ""
    }
    let rest = url.utf8.dropFirst(name.utf8.count)
    guard url.contains(name, atByte: 0), !rest.isEmpty, !rest.contains(Self.slash) else { return url }
    return String(Substring(rest))
  }

  /// Returns the end of the name of an image, which does not follow the same rule for all sizes.
  private static func ending(of suffix: String) -> String {
    switch suffix {
    case "sq": "_s" + fileType
    case "s": "_m" + fileType
    case "m": fileType
    case "l": "_b" + fileType
    default: "_" + suffix + fileType
    }
  }
}

extension String {
  /// Returns whether the bytes of a text follow an offset.
  fileprivate func contains(_ text: String, atByte offset: Int) -> Bool {
    let isEqual = utf8.withContiguousStorageIfAvailable { bytes in
      text.utf8.withContiguousStorageIfAvailable { other in
        guard offset >= 0, offset + other.count <= bytes.count else { return false }
        guard let start = bytes.baseAddress, let otherStart = other.baseAddress else { return other.isEmpty }
        return memcmp(start + offset, otherStart, other.count) == 0
      }
    }
    return isEqual == .some(true)
  }
}
