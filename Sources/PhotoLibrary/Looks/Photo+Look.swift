import ObjectGraph
import PictureFetching

extension Photo {
  /// A Boolean value that indicates whether the look is known to be that of a picture that the photo has now; blocks on the disk if the
  /// user has a file of the picture.
  var hasCurrentLook: Bool {
    look?.versionText.map { pictureSubject.has(PictureVersion(text: $0)) } ?? false
  }

  /// Deletes the look unless it can be that of a picture that the photo has now; the photo has none until it is examined.
  ///
  /// - Parameter isReplaced: A Boolean value that indicates whether the photo has another picture as far as the caller knows:
  ///   looks of unknown versions, which earlier versions of the program kept, are deleted then.
  func deleteOutdatedLook(isReplaced: Bool) {
    guard let look else { return }
    let isCurrent = look.versionText.map { pictureSubject.mayHave(PictureVersion(text: $0)) } ?? !isReplaced
    if !isCurrent { managedObjectContext?.delete(look) }
  }
}
