import Flickr
import Foundation
public import PictureFetching

extension Photo {
  /// The data that is needed to fetch the photo's picture.
  public var pictureSubject: PictureSubject {
    let subject = PictureSubject(flickrID: flickrID, renditions: RenditionText.read(renditionText))
    guard let pictureGoneSince, goneFingerprint == subject.fingerprint else { return subject }
    return PictureSubject(
      flickrID: flickrID, renditions: subject.renditions, goneSince: pictureGoneSince)
  }

  /// A Boolean value that indicates whether the host reported that the photo's picture is gone.
  public var isPictureGone: Bool { pictureGoneSince != nil && pictureSubject.goneSince != nil }

  /// Records that the pictures are gone, unless there are others by now or it is already recorded.
  func recordGone(_ subject: PictureSubject, since date: Date) {
    let fingerprint = pictureSubject.fingerprint
    guard fingerprint == subject.fingerprint, !isPictureGone else { return }
    pictureGoneSince = date
    goneFingerprint = fingerprint
  }
}
