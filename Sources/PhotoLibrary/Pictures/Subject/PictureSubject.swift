public import Flickr
public import Foundation

/// What has to be known of a photo to get its picture.
public struct PictureSubject: Hashable, Sendable {
  /// Flickr's id of the photo.
  public let flickrID: String
  /// Where its pictures are, by size.
  public let renditions: [Rendition]
  /// Since when none of them is there any more; nil as long as nobody found that out.
  public let goneSince: Date?

  /// Makes a subject.
  public init(flickrID: String, renditions: [Rendition], goneSince: Date? = nil) {
    self.flickrID = flickrID
    self.renditions = renditions
    self.goneSince = goneSince
  }

  /// Tells the pictures apart that a photo has had: a picture that is replaced has other addresses.
  var fingerprint: Int {
    Int(truncatingIfNeeded: StableHash.of(RenditionText.write(renditions)))
  }
}

extension PictureSubject {
  /// Pictures that nobody told of, but that should be there: those of a photo of which only the small one is known,
  /// as feeds tell it.
  ///
  /// Up to 1024 pixels, the addresses of all sizes differ in one part alone
  /// (https://www.flickr.com/services/api/misc.urls.html). A photo that is small itself has not all of them.
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

extension Photo {
  /// What has to be known to get the photo's picture.
  public var pictureSubject: PictureSubject {
    let subject = PictureSubject(flickrID: flickrID, renditions: RenditionText.read(renditionText))
    guard let pictureGoneSince, goneFingerprint == subject.fingerprint else { return subject }
    return PictureSubject(
      flickrID: flickrID, renditions: subject.renditions, goneSince: pictureGoneSince)
  }

  /// Whether the host said that the photo's picture is there no more.
  public var isPictureGone: Bool { pictureGoneSince != nil && pictureSubject.goneSince != nil }
}
