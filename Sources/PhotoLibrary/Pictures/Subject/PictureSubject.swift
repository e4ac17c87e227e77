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
