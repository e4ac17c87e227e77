public import Flickr
public import Foundation

/// The data of a photo that is needed to fetch its picture.
public struct PictureSubject: Hashable, Sendable {
  /// Flickr's ID of the photo.
  public let flickrID: String
  /// The URLs of its pictures, by size.
  public let renditions: [Rendition]
  /// The date since which all of them are known to be gone; nil if that is not known.
  public let goneSince: Date?

  /// Creates a subject.
  public init(flickrID: String, renditions: [Rendition], goneSince: Date? = nil) {
    self.flickrID = flickrID
    self.renditions = renditions
    self.goneSince = goneSince
  }

  /// A value that distinguishes the successive pictures of a photo: a replaced picture has other URLs.
  ///
  /// It is the same in every process, so that it may be stored.
  public var fingerprint: Int {
    Int(truncatingIfNeeded: StableHash.of(RenditionText.write(renditions)))
  }
}

extension PictureSubject {
  /// The renditions that no response listed, but that should exist: for a photo of which only the small one
  /// is known, as in feeds.
  ///
  /// Up to 1024 pixels, the URLs of all sizes differ in one part only
  /// (https://www.flickr.com/services/api/misc.urls.html). A small photo does not have all of them.
  var presumed: [Rendition] {
    guard renditions.count == 1, let small = renditions.first, small.suffix == "s",
      let end = small.url.firstRange(of: /\/\d+_[0-9a-f]+_m\.jpg$/)?.upperBound
    else { return [] }
    let start = small.url[..<small.url.index(end, offsetBy: -"_m.jpg".count)]
    return [("n", "_n"), ("m", ""), ("z", "_z"), ("l", "_b")].map { suffix, ending in
      Rendition(suffix: suffix, url: start + ending + ".jpg")
    }
  }
}
