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
    try bytes.withLastChunkClosed().withUnsafeBufferPointer { file throws(PictureError) in try decode(file) }
  }

  private func decode(_ file: UnsafeBufferPointer<UInt8>) throws(PictureError) -> DecodedPicture {
    guard let context = spng_ctx_new(0) else { throw .damaged(.png, "the decoder does not start") }
    defer { spng_ctx_free(context) }
    // A chunk with a wrong checksum is an error where the picture depends on it, and left out elsewhere.
    try check(spng_set_crc_action(context, Int32(SPNG_CRC_ERROR.rawValue), Int32(SPNG_CRC_DISCARD.rawValue)))
    try check(spng_set_chunk_limits(context, 1 << 20, 4 << 20))
    try check(spng_set_png_buffer(context, file.baseAddress, file.count))
    var header = spng_ihdr()
    try check(spng_get_ihdr(context, &header))
    let size = PixelSize(width: Int(header.width), height: Int(header.height))
    try checkCost(header, size)
    return try decode(context, size, isGray: header.color_type & 2 == 0)
  }

  private func checkCost(_ header: spng_ihdr, _ size: PixelSize) throws(PictureError) {
    let channels = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][header.color_type] ?? 4
    let row = (size.width * channels * Int(header.bit_depth) + 7) / 8
    guard size.area <= limits.pixels, 4 * size.area <= limits.memory / 2 else { throw .tooLarge(size) }
    guard row * size.height <= limits.work else { throw .tooLaborious(size) }
  }

  private func decode(
    _ context: OpaquePointer, _ size: PixelSize, isGray: Bool
  ) throws(PictureError) -> DecodedPicture {
    var pixels = [UInt8](repeating: 0, count: 4 * size.area)
    let flags = Int32(SPNG_DECODE_TRNS.rawValue | SPNG_DECODE_PROGRESSIVE.rawValue)
    try check(spng_decode_image(context, nil, 0, Int32(SPNG_FMT_RGBA8.rawValue), flags))
    var rows = 0
    let status = pixels.withUnsafeMutableBytes { target in
      Self.decodeRows(context, into: target, rowLength: 4 * size.width, rows: &rows)
    }
    guard status == SPNG_EOI.rawValue || rows > size.height / 8 else { throw failure(status) }
    if let profile = Self.profile(context, isGray: isGray) {
      ColorTransform.transform(from: profile)?.convert(&pixels)
    }
    return DecodedPicture(
      bitmap: Bitmap(size: size, pixels: pixels), fullSize: size, format: .png,
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
    guard status == 0 else { throw failure(status) }
  }

  private func failure(_ status: Int32) -> PictureError {
    .damaged(.png, String(cString: spng_strerror(status)))
  }
}

extension [UInt8] {
  /// The bytes of a PNG; the chunk in which they end early says that it is only as long as what is there of it.
  ///
  /// The decoder reads no chunk that does not end, and would so lose all rows of a picture with a single one.
  fileprivate func withLastChunkClosed() -> [UInt8] {
    let (lengthAndKind, checksum) = (8, 4)
    var start = 8
    while start + lengthAndKind + checksum <= count {
      let length = self[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
      let room = count - start - lengthAndKind - checksum
      guard length <= room else {
        var closed = self
        for index in 0..<4 { closed[start + index] = UInt8(truncatingIfNeeded: room >> (24 - 8 * index)) }
        return closed
      }
      start += lengthAndKind + length + checksum
    }
    return self
  }
}
