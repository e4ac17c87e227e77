import PictureBasics
import Pictures
import Terminal

/// A coarse picture of symbols: each cell shows two pixels, one above the other.
enum SymbolDraft {
  /// Returns the cells of a picture stretched over `size` cells.
  ///
  /// Direct colors have 16 levels of red, green and blue, so that many cells side by side are equal, which saves bytes.
  ///
  /// - Parameters:
  ///   - bitmap: The picture.
  ///   - size: The size in cells.
  ///   - background: The color behind transparent pixels.
  ///   - isDirect: Whether the terminal shows any color, and not only a palette of 256.
  /// - Complexity: O(*n*) in the number of pixels and cells.
  static func cells(of bitmap: Bitmap, size: Size, background: RGB, isDirect: Bool) -> [Cell] {
    let small = bitmap.resized(to: PixelSize(width: size.width, height: 2 * size.height)).flattened(
      onto: background)
    return small.pixels.withUnsafeBufferPointer { bytes in
      let color = { (pixel: Int) in
        let (red, green, blue) = (bytes[4 * pixel], bytes[4 * pixel + 1], bytes[4 * pixel + 2])
        return isDirect
          ? Color.rgb(leveled(red), leveled(green), leveled(blue))
          : Color.rgb(red, green, blue).nearest(ofPalette: 256)
      }
      return (0..<size.height * size.width).map { index in
        let top = (index / size.width) * 2 * size.width + index % size.width
        let style = Style(foreground: color(top), background: color(top + size.width))
        return Cell(style.foreground == style.background ? " " : "▀", style: style)
      }
    }
  }

  /// Returns the nearest of 16 levels.
  private static func leveled(_ byte: UInt8) -> UInt8 { UInt8((Int(byte) + 8) / 17 * 17) }
}
