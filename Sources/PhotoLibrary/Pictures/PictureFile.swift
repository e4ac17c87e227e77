public import Flickr

/// The file of a picture, as it came.
public struct PictureFile: Hashable, Sendable {
  /// What the file holds: a JPEG, PNG or GIF by its first bytes; the rest has not been looked at.
  public let bytes: [UInt8]
  /// Which rendition it is.
  public let rendition: Rendition
  /// Whether it is smaller than what was asked for, because that cannot be had now.
  public let isSubstitute: Bool

  /// Makes a file.
  public init(bytes: [UInt8], rendition: Rendition, isSubstitute: Bool = false) {
    self.bytes = bytes
    self.rendition = rendition
    self.isSubstitute = isSubstitute
  }
}

/// The formats in which pictures come.
enum PictureFormat: Hashable {
  case jpeg, png, gif

  /// Less is no picture: the smallest possible GIF has 26 bytes, the others more.
  static let fewestBytes = 26

  /// Tells a format by the first bytes; nil for everything else.
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
