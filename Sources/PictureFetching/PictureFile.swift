public import Flickr
import PictureBasics

/// The file of a picture, as received.
public struct PictureFile: Hashable, Sendable {
  /// The contents of the file: a JPEG, PNG, GIF, WebP, HEIC or AVIF picture by its first bytes; the rest has not been validated.
  public let bytes: [UInt8]
  /// The rendition of the picture.
  public let rendition: Rendition
  /// The version of the picture.
  public let version: PictureVersion
  /// A Boolean value that indicates whether the picture is smaller than requested, because the requested
  /// one is currently unavailable.
  public var isSubstitute = false
  /// A Boolean value that indicates whether the file was kept, so that it can be made or received again if it is damaged.
  public var isCached = false

  /// Creates a file.
  ///
  /// - Parameters:
  ///   - bytes: The contents.
  ///   - rendition: The rendition.
  ///   - version: The version of the file of the user that has the picture; `nil` for a picture of a host.
  public init(bytes: [UInt8], rendition: Rendition, version: PictureVersion? = nil) {
    self.bytes = bytes
    self.rendition = rendition
    self.version = version ?? PictureVersion(text: rendition.url)
  }

  /// Returns the file marked as kept.
  var asCached: PictureFile {
    var file = self
    file.isCached = true
    return file
  }

  /// Returns the file marked as smaller than requested.
  var asSubstitute: PictureFile {
    var file = self
    file.isSubstitute = true
    return file
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
