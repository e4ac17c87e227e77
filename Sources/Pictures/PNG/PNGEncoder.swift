internal import CSpng
internal import Glibc
import PictureBasics

/// Writes PNG files, for terminals that take pixels in a compressed form.
public enum PNGEncoder {
  /// zlib's `Z_RLE`.
  private static let zlibRunLengths: Int32 = 3

  /// Returns the picture as a PNG without needless opacity, compressed for speed; empty if it cannot be written.
  ///
  /// - Complexity: O(*pixels*)
  public static func encode(_ bitmap: Bitmap) -> [UInt8] {
    guard let context = spng_ctx_new(Int32(SPNG_CTX_ENCODER.rawValue)) else { return [] }
    defer { spng_ctx_free(context) }
    let isOpaque = bitmap.isOpaque
    var header = spng_ihdr()
    header.width = UInt32(bitmap.width)
    header.height = UInt32(bitmap.height)
    header.bit_depth = 8
    header.color_type = UInt8(
      (isOpaque ? SPNG_COLOR_TYPE_TRUECOLOR : SPNG_COLOR_TYPE_TRUECOLOR_ALPHA).rawValue)
    spng_set_option(context, SPNG_ENCODE_TO_BUFFER, 1)
    spng_set_option(context, SPNG_IMG_COMPRESSION_LEVEL, 1)
    // Photos hardly repeat themselves: looking for runs alone is faster, and the files are about as large.
    spng_set_option(context, SPNG_IMG_COMPRESSION_STRATEGY, zlibRunLengths)
    // The difference to the row above costs least and gains most of what a choice among all filters would.
    spng_set_option(context, SPNG_FILTER_CHOICE, Int32(SPNG_FILTER_CHOICE_UP.rawValue))
    spng_set_ihdr(context, &header)
    let samples = isOpaque ? bitmap.withoutAlpha : bitmap.pixels
    let status = spng_encode_image(
      context, samples, samples.count, Int32(SPNG_FMT_PNG.rawValue), Int32(SPNG_ENCODE_FINALIZE.rawValue))
    var length = 0
    var failure: Int32 = 0
    guard status == 0, let file = spng_get_png_buffer(context, &length, &failure) else { return [] }
    defer { free(file) }
    return Array(UnsafeRawBufferPointer(start: file, count: length))
  }
}

extension Bitmap {
  /// Three bytes a pixel.
  ///
  /// O(pixels).
  var withoutAlpha: [UInt8] {
    pixels.withUnsafeBufferPointer { source in
      [UInt8](unsafeUninitializedCapacity: 3 * size.area) { target, count in
        guard var old = source.baseAddress, var new = target.baseAddress else { return }
        let end = new + 3 * size.area
        while new < end {
          (new[0], new[1], new[2]) = (old[0], old[1], old[2])
          old += 4
          new += 3
        }
        count = 3 * size.area
      }
    }
  }
}
