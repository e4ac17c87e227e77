public import Flickr

/// The file of a picture, as received.
public struct PictureFile: Hashable, Sendable {
  /// The contents of the file: a JPEG, PNG or GIF by its first bytes; the rest has not been validated.
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
}
