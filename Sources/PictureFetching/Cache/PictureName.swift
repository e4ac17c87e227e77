import Flickr

/// The path of a picture in the cache: `ab/ID_SUFFIX_ADDRESS.picture`.
///
/// All pictures of a photo are in one of 256 folders, so that folders stay small and the pictures of a
/// photo are found quickly. The path of the URL is part of the name: a replaced picture has another URL.
/// The host is not included, because Flickr's host has had many names.
struct PictureName: Hashable {
  let folder: String
  let file: String

  static let ending = ".picture"
  /// The suffix of files that are being written, or whose writing was interrupted.
  static let leftover = ".part"

  init(of id: String, _ rendition: Rendition) {
    folder = Self.folder(of: id)
    let address = rendition.url.split(separator: "://", maxSplits: 1).last ?? ""
    let path = String(address.drop { $0 != "/" })
    file = Self.start(of: id) + Self.safe(rendition.suffix) + "_" + StableHash.digits(of: path) + Self.ending
  }

  var path: String { folder + "/" + file }

  static func folder(of id: String) -> String { String(StableHash.digits(of: id).suffix(2)) }

  /// Returns the common prefix of the names of all pictures of a photo.
  static func start(of id: String) -> String { safe(id) + "_" }

  /// Returns a text that is safe in a file name.
  ///
  /// IDs and suffixes are untrusted: other texts are replaced by their hash, with a first character that no
  /// safe text has.
  private static func safe(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy(isPlain) && !text.isEmpty && text.utf8.count <= 40
    return isPlain ? text : "=" + StableHash.digits(of: text)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "@"), UInt8(ascii: "-"):
      true
    default: false
    }
  }

  /// Returns the kind of a file by its name; nil for names that the cache does not use.
  static func kind(of name: String) -> Kind? {
    guard let end = name.firstRange(of: ending) else { return nil }
    let parts = name[..<end.lowerBound].split(separator: "_", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[2].count == 16, parts[2].allSatisfy(\.isHexDigit),
      parts[..<2].allSatisfy({ $0.drop { $0 == "=" }.utf8.allSatisfy(isPlain) && !$0.isEmpty })
    else { return nil }
    let rest = name[end.upperBound...]
    if rest.isEmpty { return .picture }
    return rest.hasPrefix(".") && rest.hasSuffix(leftover) ? .leftover : nil
  }

  enum Kind { case picture, leftover }

  /// The names of the folders.
  static let folders = (0..<256).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
}
