internal import CGIF
import PictureBasics

/// Decodes the first frame of a GIF with giflib, in its place on the canvas.
///
/// Frames are read row by row: `DGifSlurp` would keep all frames of the file in memory.
struct GIFDecoder {
  private let bytes: [UInt8]
  private let limits: DecodingLimits
  private let library: GIFFunctions?

  init(_ bytes: [UInt8], limits: DecodingLimits, library: GIFFunctions? = GIFLibrary.functions) {
    self.bytes = bytes
    self.limits = limits
    self.library = library
  }

  func decode() throws(PictureError) -> DecodedPicture {
    guard let library else { throw .missingLibrary(.gif, package: GIFLibrary.package) }
    return try bytes.withUnsafeBufferPointer { file throws(PictureError) in
      var input = proofsheet_gif_input(bytes: file.baseAddress, count: file.count, position: 0)
      return try withUnsafeMutablePointer(to: &input) { input throws(PictureError) in
        var library = library
        guard let gif = proofsheet_gif_open(&library, input) else { throw Self.noFrame }
        defer { _ = library.close(gif, nil) }
        return try decode(gif, library)
      }
    }
  }

  private static let noFrame = PictureError.damaged(.gif, "it ends before the picture begins")

  /// Decodes the first frame; the records before it may say which of its colors is transparent.
  private func decode(
    _ gif: UnsafeMutablePointer<proofsheet_gif_file>, _ library: GIFFunctions
  ) throws(PictureError) -> DecodedPicture {
    var clearIndex: UInt8?
    while true {
      var record: Int32 = 0
      guard library.record(gif, &record) != 0 else { throw Self.noFrame }
      switch Int(record) {
      case proofsheet_gif_extension_record:
        guard Self.readExtension(gif, library, &clearIndex) else { throw Self.noFrame }
      case proofsheet_gif_frame_record:
        guard library.frame(gif) != 0 else { throw Self.noFrame }
        return try decodeFrame(gif, library, clearIndex)
      default: throw Self.noFrame
      }
    }
  }

  /// Reads an extension; returns `false` if it does not end.
  ///
  /// A graphic control extension has four bytes, after their number: flags, two of the delay, and the transparent
  /// color (GIF89a, section 23).
  private static func readExtension(
    _ gif: UnsafeMutablePointer<proofsheet_gif_file>, _ library: GIFFunctions, _ clearIndex: inout UInt8?
  ) -> Bool {
    let graphicControl: Int32 = 0xF9
    var kind: Int32 = 0
    var block: UnsafeMutablePointer<UInt8>?
    guard library.extension(gif, &kind, &block) != 0 else { return false }
    if kind == graphicControl, let block, block[0] == 4 { clearIndex = block[1] & 1 == 0 ? nil : block[4] }
    while block != nil {
      guard library.next_extension(gif, &block) != 0 else { return false }
    }
    return true
  }

  private func decodeFrame(
    _ gif: UnsafeMutablePointer<proofsheet_gif_file>, _ library: GIFFunctions, _ clearIndex: UInt8?
  ) throws(PictureError) -> DecodedPicture {
    let frame = gif.pointee.frame
    let frameSize = PixelSize(width: Int(frame.width), height: Int(frame.height))
    let canvas = try canvas(of: gif.pointee)
    try checkCost(frameSize)
    let colors = Self.colors(frame.colors ?? gif.pointee.colors, clearIndex: clearIndex)
    var pixels = [UInt8](repeating: 0, count: 4 * canvas.area)
    var line = [UInt8](repeating: 0, count: frameSize.width)
    let rows = Self.rows(frameSize.height, isInterlaced: frame.is_interlaced)
    var count = 0
    for row in rows {
      guard library.line(gif, &line, frame.width) != 0 else { break }
      count += 1
      let y = Int(frame.top) + row
      guard y >= 0, y < canvas.height else { continue }
      let visible = max(0, min(line.count, canvas.width - Int(frame.left)))
      var target = 4 * (y * canvas.width + Int(frame.left))
      for index in line.prefix(visible) {
        withUnsafeBytes(of: colors[Int(index)]) { color in
          for channel in 0..<4 { pixels[target + channel] = color[channel] }
        }
        target += 4
      }
    }
    guard count > rows.count / 8 || count == rows.count else { throw Self.noFrame }
    return DecodedPicture(
      bitmap: Bitmap(size: canvas, pixels: pixels), fullSize: canvas, format: .gif,
      isTruncated: count < rows.count)
  }

  /// Returns the extent of the canvas; a file that does not give one has the extent of its first frame.
  private func canvas(of gif: proofsheet_gif_file) throws(PictureError) -> PixelSize {
    let (frame, size) = (gif.frame, PixelSize(width: Int(gif.width), height: Int(gif.height)))
    guard frame.width > 0, frame.height > 0, frame.left >= 0, frame.top >= 0 else { throw Self.noFrame }
    let canvas =
      size.area > 0
      ? size
      : PixelSize(width: Int(frame.left + frame.width), height: Int(frame.top + frame.height))
    try checkCost(canvas)
    return canvas
  }

  private func checkCost(_ size: PixelSize) throws(PictureError) {
    guard size.area <= limits.pixels, 4 * size.area <= limits.memory / 2 else { throw .tooLarge(size) }
    guard size.area <= limits.work else { throw .tooLaborious(size) }
  }

  /// Returns the 256 colors, as red, green, blue and opacity in memory; those that the file does not have are transparent.
  private static func colors(
    _ map: UnsafeMutablePointer<proofsheet_gif_colors>?, clearIndex: UInt8?
  ) -> [UInt32] {
    var colors = [UInt32](repeating: 0, count: 256)
    if let map, let entries = map.pointee.colors {
      for index in 0..<min(256, max(0, Int(map.pointee.count))) {
        let color = entries[index]
        let value =
          UInt32(color.red) | UInt32(color.green) << 8 | UInt32(color.blue) << 16 | UInt32(255) << 24
        colors[index] = UInt32(littleEndian: value)
      }
    }
    if let clearIndex { colors[Int(clearIndex)] = 0 }
    return colors
  }

  /// Returns the rows of a frame in the order in which the file has them (GIF89a, appendix E).
  private static func rows(_ height: Int, isInterlaced: Bool) -> [Int] {
    guard isInterlaced else { return Array(0..<height) }
    let passes = [(0, 8), (4, 8), (2, 4), (1, 2)]
    return passes.flatMap { Array(stride(from: $0.0, to: height, by: $0.1)) }
  }
}
