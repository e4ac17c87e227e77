public import Flickr
import PictureBasics

/// The file of a picture, as received.
public struct PictureFile: Hashable, Sendable {
  /// The contents of the file: a JPEG, PNG, GIF, WebP, HEIC or AVIF picture by its first bytes; the rest has not been validated.
  public let bytes: [UInt8]
  /// The rendition of the picture.
  public let rendition: Rendition
  /// A Boolean value that indicates whether the picture is smaller than requested, because the requested
  /// one is currently unavailable.
  public let isSubstitute: Bool

  /// Creates a file.
  public init(bytes: [UInt8], rendition: Rendition, isSubstitute: Bool = false) {
    self.bytes = bytes
    self.rendition = rendition
    self.isSubstitute = isSubstitute
  }

  /// The usual extension of the file's name, by its format.
  public var fileExtension: String {
    switch PictureFormat(of: bytes) {
    case .png: "png"
    case .gif: "gif"
    case .webp: "webp"
    case .heic: "heic"
    case .avif: "avif"
    default: "jpg"
    }
  }
}
