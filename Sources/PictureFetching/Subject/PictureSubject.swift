public import Flickr
public import Foundation
public import PictureBasics

/// The data of a photo that is needed to fetch its picture.
public struct PictureSubject: Hashable, Sendable {
  /// Flickr's ID of the photo.
  public let flickrID: String
  /// The URLs of its pictures, by size.
  public let renditions: [Rendition]
  /// The date since which all of them are known to be gone; nil if that is not known.
  public let goneSince: Date?
  /// The user's own file with the picture, which is shown instead of the renditions; `nil` if there is none.
  public let ownPicture: OwnPicture?

  /// Creates a subject.
  public init(
    flickrID: String, renditions: [Rendition], goneSince: Date? = nil, ownPicture: OwnPicture? = nil
  ) {
    self.ownPicture = ownPicture
    self.flickrID = flickrID
    self.renditions = renditions
    self.goneSince = goneSince
  }

  /// A value that distinguishes the successive pictures of a photo: a replaced picture has other URLs.
  ///
  /// It is the same in every process and version, because libraries contain it.
  public var fingerprint: Int {
    let lines = renditions.map { "\($0.suffix) \($0.width ?? 0) \($0.height ?? 0) \($0.url)" }
    return Int(truncatingIfNeeded: StableHash.of(lines.joined(separator: "\n")))
  }
}

extension PictureSubject {
  /// The beginning of the IDs of photos that come from files of the user.
  ///
  /// No ID in a page has a colon, so that no page can make the program read a file.
  public static let fileID = "file:"

  /// The path of the user's file that has the picture; `nil` if it comes from elsewhere.
  public var filePath: String? {
    if case .file(let path)? = ownPicture?.place { return path }
    guard flickrID.hasPrefix(Self.fileID), renditions.count == 1, let url = renditions.first?.url,
      url.hasPrefix("file:")
    else { return nil }
    return URL(string: url)?.path(percentEncoded: false)
  }

  /// The path of the user's raw file, of which only the preview is shown; `nil` if the picture is not from one.
  public var rawFilePath: String? {
    filePath.flatMap { PhotoFileExtension.raw.contains(PhotoFileExtension.of($0)) ? $0 : nil }
  }

  /// A Boolean value that indicates whether the user's file is of a kind that can be animated, by its name.
  public var mayBeAnimated: Bool {
    let format = filePath.flatMap(PhotoFileExtension.format)
    return format == .gif || format == .webp
  }

  /// The size of the picture in the user's own file, upright; `nil` if there is no file or its size is not known.
  public var ownSize: PixelSize? {
    guard let own = localPicture, let width = own.width, let height = own.height else { return nil }
    return PixelSize(width: width, height: height)
  }

  /// The picture on this computer; `nil` if there is none.
  var localPicture: OwnPicture? {
    if let ownPicture { return ownPicture }
    guard let path = filePath, let rendition = renditions.first else { return nil }
    return OwnPicture(.file(path: path), width: rendition.width, height: rendition.height)
  }

  /// The renditions that no response listed, but that should exist: for a photo of which only the small one
  /// is known, as in feeds.
  ///
  /// Up to 1024 pixels, the URLs of all sizes differ in one part only. A small photo does not have all of them.
  var presumed: [Rendition] {
    guard renditions.count == 1, let small = renditions.first, small.suffix == "s",
      let address = ImageAddress(small, photo: flickrID)
    else { return [] }
    return ["n", "m", "z", "l"].map { Rendition(suffix: $0, url: address.url($0)) }
  }
}
