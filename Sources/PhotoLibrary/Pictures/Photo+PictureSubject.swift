import Flickr
import Foundation
public import PictureFetching

extension Photo {
  /// The data that is needed to fetch the photo's picture.
  public var pictureSubject: PictureSubject {
    PictureSubject(
      flickrID: flickrID, renditionText: renditionText, goneSince: pictureGoneSince,
      goneFingerprint: goneFingerprint, ownPicture: ownPicture)
  }

  /// The user's own file with the picture, if it is not the only one of the photo.
  public var ownPicture: OwnPicture? { ownPictureText.flatMap(OwnPicture.init(text:)) }

  /// A Boolean value that indicates whether the host reported that the photo's picture is gone.
  public var isPictureGone: Bool { pictureGoneSince != nil && pictureSubject.goneSince != nil }

  /// Records that the pictures are gone, unless there are others by now or it is already recorded.
  ///
  /// - Returns: A Boolean value that indicates whether it is recorded now.
  @discardableResult
  func recordGone(_ subject: PictureSubject, since date: Date) -> Bool {
    let fingerprint = pictureSubject.fingerprint
    guard ownPictureText == nil, fingerprint == subject.fingerprint else { return false }
    if !isPictureGone { (pictureGoneSince, goneFingerprint) = (date, fingerprint) }
    return true
  }
}

extension PictureSubject {
  /// Creates a subject from the stored values of a photo, of which the last two are valid for the same pictures only.
  init(
    flickrID: String, renditionText: String, goneSince: Date?, goneFingerprint: Int?,
    ownPicture: OwnPicture? = nil
  ) {
    let renditions = RenditionText.read(renditionText, photo: flickrID)
    self.init(flickrID: flickrID, renditions: renditions, ownPicture: ownPicture)
    // What the host says about its picture does not matter as long as the user has one.
    guard ownPicture == nil, let goneSince, goneFingerprint == fingerprint else { return }
    self.init(flickrID: flickrID, renditions: renditions, goneSince: goneSince)
  }
}
