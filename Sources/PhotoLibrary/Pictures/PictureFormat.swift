public import Flickr

/// The supported picture formats.
enum PictureFormat: Hashable {
  case jpeg, png, gif

  /// The minimum size of a picture: the smallest possible GIF has 26 bytes, other formats have more.
  static let fewestBytes = 26

  /// Detects a format by the first bytes; returns nil for all other data.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= Self.fewestBytes else { return nil }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8) {
      self = .gif
    } else {
      return nil
    }
  }
}
