internal import CChafa

/// A canvas of libchafa with one picture drawn on it.
///
/// The library is used as version 1.12 has it: rows of a multiple of 4 bytes, no canvas made like another, and no
/// Floyd-Steinberg dithering, which writes beyond its memory before 1.18.2.
struct ChafaCanvas: ~Copyable {
  private let canvas: OpaquePointer

  /// From so many pixels on a picture is worth threads of its own; those of many small ones would only multiply with
  /// the threads on which they are made.
  private static let largeArea = 100_000

  /// Draws `bitmap` as large as the canvas is, for a picture of `area` pixels.
  init(_ bitmap: Bitmap, area: Int, configure: (_ configuration: OpaquePointer) -> Void) {
    // libchafa has one number of threads for the whole process and reads it when a drawing begins. With another number, some
    // pixels of a sixel picture get slightly different colors.
    chafa_set_n_threads(area < Self.largeArea ? 1 : -1)
    let configuration: OpaquePointer = chafa_canvas_config_new()
    configure(configuration)
    canvas = chafa_canvas_new(configuration)
    chafa_canvas_config_unref(configuration)
    chafa_canvas_draw_all_pixels(
      canvas, CHAFA_PIXEL_RGBA8_UNASSOCIATED, bitmap.pixels, Int32(bitmap.width), Int32(bitmap.height),
      Int32(4 * bitmap.width))
  }

  deinit { chafa_canvas_unref(canvas) }

  /// The character of a cell; 0 in the right half of a wide one.
  func character(_ column: Int, _ row: Int) -> UInt32 {
    chafa_canvas_get_char_at(canvas, Int32(column), Int32(row))
  }

  /// The colors of a cell as the mode of the canvas counts them: 0xRRGGBB, a number of the palette, or below
  /// 0 for none.
  func colors(_ column: Int, _ row: Int) -> (foreground: Int32, background: Int32) {
    var foreground: Int32 = -1
    var background: Int32 = -1
    chafa_canvas_get_raw_colors_at(canvas, Int32(column), Int32(row), &foreground, &background)
    return (foreground, background)
  }

  /// All of it as a terminal takes it.
  func printed() -> [UInt8] {
    guard let text = chafa_canvas_print(canvas, nil) else { return [] }
    defer { proofsheet_string_free(text) }
    return Array(UnsafeRawBufferPointer(start: text.pointee.str, count: Int(text.pointee.len)))
  }
}
