internal import CSpng
import PictureBasics

/// Decodes one PNG with libspng: every kind of it, with its transparency.
struct PNGDecoder {
  private let bytes: [UInt8]
  private let limits: DecodingLimits

  init(_ bytes: [UInt8], limits: DecodingLimits) {
    self.bytes = bytes
    self.limits = limits
  }

  func decode() throws(PictureError) -> DecodedPicture {
    let file = PNGFile(bytes)
    let orientation = file.orientation
    for kinds in Self.dispensable {
      do throws(PictureError) {
        return try decode(file.without(kinds), orientation)
      } catch {
        guard error == Self.chunkLimits else { throw error }
      }
    }
    throw Self.chunkLimits
  }

  /// The kinds of chunks that are left out one after the other, if the decoder refuses the file because they are too large or
  /// too many: texts first, and the color profile only if it must be.
  private static let dispensable: [Set<String>] = [
    [], ["tEXt", "zTXt", "iTXt", "eXIf"], ["tEXt", "zTXt", "iTXt", "eXIf", "iCCP"],
  ]

  private static let chunkLimits = failure(Int32(SPNG_ECHUNK_LIMITS.rawValue))

  private func decode(_ file: PNGFile, _ orientation: Orientation) throws(PictureError) -> DecodedPicture {
    var limits = limits
    limits.memory -= file.copied
    return try file.bytes.withUnsafeBufferPointer { bytes throws(PictureError) in
      try decode(bytes, orientation, limits)
    }
  }

  private func decode(
    _ file: UnsafeBufferPointer<UInt8>, _ orientation: Orientation, _ limits: DecodingLimits
  ) throws(PictureError) -> DecodedPicture {
    guard let context = spng_ctx_new(0) else { throw .damaged(.png, "the decoder does not start") }
    defer { spng_ctx_free(context) }
    // A chunk with a wrong checksum is an error where the picture depends on it, and left out elsewhere.
    try check(spng_set_crc_action(context, Int32(SPNG_CRC_ERROR.rawValue), Int32(SPNG_CRC_DISCARD.rawValue)))
    try check(spng_set_chunk_limits(context, ColorProfile.largest, 2 * ColorProfile.largest))
    try check(spng_set_png_buffer(context, file.baseAddress, file.count))
    var header = spng_ihdr()
    try check(spng_get_ihdr(context, &header))
    let size = PixelSize(width: Int(header.width), height: Int(header.height))
    try Self.checkCost(header, size, orientation, limits)
    return try decode(context, size, isGray: header.color_type & 2 == 0, orientation)
  }

  private static func checkCost(
    _ header: spng_ihdr, _ size: PixelSize, _ orientation: Orientation, _ limits: DecodingLimits
  ) throws(PictureError) {
    let channels = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][header.color_type] ?? 4
    let row = (size.width * channels * Int(header.bit_depth) + 7) / 8
    try limits.check(size, copies: orientation.bitmaps, rowWork: row)
  }

  private func decode(
    _ context: OpaquePointer, _ size: PixelSize, isGray: Bool, _ orientation: Orientation
  ) throws(PictureError) -> DecodedPicture {
    var pixels = [UInt8](repeating: 0, count: 4 * size.area)
    let flags = Int32(SPNG_DECODE_TRNS.rawValue | SPNG_DECODE_PROGRESSIVE.rawValue)
    try check(spng_decode_image(context, nil, 0, Int32(SPNG_FMT_RGBA8.rawValue), flags))
    // It precedes the pixels, behind which a damaged file has nothing that can be read.
    let profile = Self.profile(context, isGray: isGray)
    var rows = 0
    let status = pixels.withUnsafeMutableBytes { target in
      Self.decodeRows(context, into: target, rowLength: 4 * size.width, rows: &rows)
    }
    guard status == SPNG_EOI.rawValue || rows > size.height / 8 else { throw Self.failure(status) }
    if let profile {
      ColorTransform.transform(from: profile)?.convert(&pixels)
    }
    return DecodedPicture(
      bitmap: Bitmap(size: size, pixels: pixels).turned(orientation), fullSize: orientation.applied(to: size),
      format: .png,
      isTruncated: status != SPNG_EOI.rawValue)
  }

  /// Returns the color profile of the file; `nil` if it has none or a damaged one.
  private static func profile(_ context: OpaquePointer, isGray: Bool) -> ColorProfile? {
    var chunk = spng_iccp()
    guard spng_get_iccp(context, &chunk) == 0, let start = chunk.profile else { return nil }
    let bytes = [UInt8](UnsafeRawBufferPointer(start: start, count: chunk.profile_len))
    return ColorProfile(bytes: bytes, channels: isGray ? .gray : .color)
  }

  /// Row after row, in the order in which the file has them, until the last one or an error.
  private static func decodeRows(
    _ context: OpaquePointer, into target: UnsafeMutableRawBufferPointer, rowLength: Int, rows: inout Int
  ) -> Int32 {
    while true {
      var row = spng_row_info()
      let place = spng_get_row_info(context, &row)
      guard place == 0 else { return place }
      let start = Int(row.row_num) * rowLength
      guard start + rowLength <= target.count else { return Int32(SPNG_EOVERFLOW.rawValue) }
      let status = spng_decode_row(context, target.baseAddress?.advanced(by: start), rowLength)
      guard status == 0 else { return finished(status, &rows) }
      rows += 1
    }
  }

  /// The last row of all comes together with the end.
  private static func finished(_ status: Int32, _ rows: inout Int) -> Int32 {
    if status == SPNG_EOI.rawValue { rows += 1 }
    return status
  }

  private func check(_ status: Int32) throws(PictureError) {
    guard status == 0 else { throw Self.failure(status) }
  }

  private static func failure(_ status: Int32) -> PictureError {
    .damaged(.png, String(cString: spng_strerror(status)))
  }
}
