internal import CChafa
public import PictureBasics

/// Writes sixels, the graphics of DEC's VT340, with libchafa: 256 colors of the picture's own choice.
public enum SixelEncoder {
  /// The picture in so many pixels, in its own if nothing is said, from `ESC P` to `ESC \`.
  ///
  /// Sixels come in bands of six rows. The height is cut to whole bands, so that nothing is drawn below the picture's own place;
  /// one of fewer than six rows is stretched to six. What is transparent stays as it was on the screen. Slow: 12 ms for 200 by
  /// 150 pixels, 50 ms for 1000 by 800.
  public static func encode(_ bitmap: Bitmap, size: PixelSize? = nil) -> [UInt8] {
    let (part, size) = wholeBands(of: bitmap, size: size ?? bitmap.size)
    return draw(part, size)
  }

  /// Returns a coarser picture of a size, which takes less time and fewer bytes.
  ///
  /// Squares of 3 by 3 pixels have one color each, and red, green and blue have 16 levels. The height is cut as by
  /// ``encode(_:size:)``.
  ///
  /// - Complexity: O(*n*) in the number of pixels of the picture and of `size`.
  public static func encodeDraft(_ bitmap: Bitmap, size: PixelSize) -> [UInt8] {
    let (part, size) = wholeBands(of: bitmap, size: size)
    let small = part.resized(
      to: PixelSize(
        width: (size.width + SixelDraft.factor - 1) / SixelDraft.factor,
        height: size.height / SixelDraft.factor))
    return SixelDraft.sixels(of: small, size: size)
  }

  /// Returns the part of a picture that is in whole bands, with its size if the whole picture has `size`.
  private static func wholeBands(of bitmap: Bitmap, size: PixelSize) -> (part: Bitmap, size: PixelSize) {
    let height = max(6, size.height - size.height % 6)
    let seen = bitmap.height * height / max(1, size.height)
    let part = bitmap.cropped(to: PixelRect(x: 0, y: 0, width: bitmap.width, height: seen)) ?? bitmap
    return (part, PixelSize(width: size.width, height: height))
  }

  private static func draw(_ bitmap: Bitmap, _ size: PixelSize) -> [UInt8] {
    ChafaCanvas(bitmap, area: size.area) { configuration in
      // One cell as large as the picture, because the library counts in cells.
      chafa_canvas_config_set_geometry(configuration, 1, 1)
      chafa_canvas_config_set_cell_geometry(configuration, Int32(size.width), Int32(size.height))
      chafa_canvas_config_set_pixel_mode(configuration, CHAFA_PIXEL_MODE_SIXELS)
      chafa_canvas_config_set_canvas_mode(configuration, CHAFA_CANVAS_MODE_TRUECOLOR)
      chafa_canvas_config_set_dither_mode(configuration, CHAFA_DITHER_MODE_NONE)
    }.printed()
  }
}
