import PictureBasics
import Pictures

/// The pixels of a part of a picture, which may be fewer than those of the picture itself.
struct PictureExcerpt {
  /// The pixels.
  let bitmap: Bitmap
  /// The part of the picture.
  let part: PixelRect

  /// Returns where in this part a smaller one is.
  func place(of smaller: PixelRect) -> PixelRect {
    PixelRect(
      x: smaller.x - part.x, y: smaller.y - part.y, width: smaller.width, height: smaller.height)
  }
}
