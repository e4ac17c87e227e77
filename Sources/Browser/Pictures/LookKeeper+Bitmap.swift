import ObjectGraph
import PhotoLibrary
import PictureFetching
import PictureLooks
import Pictures

extension LookKeeper {
  /// Keeps the look of a decoded picture of a version, unless that was done before or the picture is too small for it.
  @concurrent
  nonisolated func keep(_ bitmap: Bitmap, of photo: ManagedObjectID, madeOf version: PictureVersion) async {
    guard max(bitmap.width, bitmap.height) >= PictureLook.leastSide, needsLook(of: photo) else { return }
    await keep(PictureLook(of: bitmap), of: photo, madeOf: version)
  }
}
