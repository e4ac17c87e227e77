import ObjectGraph
import PhotoLibrary
import PictureLooks
import Pictures

extension LookKeeper {
  /// Keeps the look of a decoded picture, unless that was done before or the picture is too small for it.
  @concurrent
  nonisolated func keep(_ bitmap: Bitmap, of photo: ManagedObjectID) async {
    guard max(bitmap.width, bitmap.height) >= PictureLook.leastSide, needsLook(of: photo) else { return }
    await keep(PictureLook(of: bitmap), of: photo)
  }
}
