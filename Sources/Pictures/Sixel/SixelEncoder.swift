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
    return draw(part, size, of: size.area)
  }

  /// Returns a coarser picture of a size, which takes less time and fewer bytes.
  ///
  /// Squares of 3 by 3 pixels have one color each, and red, green and blue have 16 levels. The height is cut as by
  /// ``encode(_:size:)``.
  public static func encodeDraft(_ bitmap: Bitmap, size: PixelSize) -> [UInt8] {
    let (part, size) = wholeBands(of: bitmap, size: size)
    let small = part.resized(
      to: PixelSize(
        width: (size.width + SixelEnlarger.factor - 1) / SixelEnlarger.factor,
        height: size.height / SixelEnlarger.factor)
    ).coarse(rows: 6)
    return SixelEnlarger.enlarged(draw(small, small.size, of: size.area), to: size)
  }

  /// Returns the part of a picture that is in whole bands, with its size if the whole picture has `size`.
  private static func wholeBands(of bitmap: Bitmap, size: PixelSize) -> (part: Bitmap, size: PixelSize) {
    let height = max(6, size.height - size.height % 6)
    let seen = bitmap.height * height / max(1, size.height)
    let part = bitmap.cropped(to: PixelRect(x: 0, y: 0, width: bitmap.width, height: seen)) ?? bitmap
    return (part, PixelSize(width: size.width, height: height))
  }

  /// Returns a picture in sixels; `area` is the number of pixels of the full picture, also for a draft.
  private static func draw(_ bitmap: Bitmap, _ size: PixelSize, of area: Int) -> [UInt8] {
    ChafaCanvas(bitmap, area: area) { configuration in
      // One cell as large as the picture, because the library counts in cells.
      chafa_canvas_config_set_geometry(configuration, 1, 1)
      chafa_canvas_config_set_cell_geometry(configuration, Int32(size.width), Int32(size.height))
      chafa_canvas_config_set_pixel_mode(configuration, CHAFA_PIXEL_MODE_SIXELS)
      chafa_canvas_config_set_canvas_mode(configuration, CHAFA_CANVAS_MODE_TRUECOLOR)
      chafa_canvas_config_set_dither_mode(configuration, CHAFA_DITHER_MODE_NONE)
    }.printed()
  }
}

extension Bitmap {
  /// Returns the picture in 16 levels of each color, with transparent rows below up to a multiple of `rows`.
  fileprivate func coarse(rows: Int) -> Bitmap {
    var pixels = [UInt8](repeating: 0, count: 4 * width * ((height + rows - 1) / rows * rows))
    for start in stride(from: 0, to: self.pixels.count, by: 4) {
      for part in start..<start + 3 { pixels[part] = self.pixels[part] & 0xF0 | self.pixels[part] >> 4 }
      pixels[start + 3] = self.pixels[start + 3]
    }
    return Bitmap(size: PixelSize(width: width, height: pixels.count / (4 * width)), pixels: pixels)
  }
}
