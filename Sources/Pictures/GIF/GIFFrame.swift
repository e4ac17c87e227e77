internal import CGIF
import PictureBasics

/// Draws the frames of an open GIF on a canvas, row by row.
struct GIFFrame {
  /// The values in the records before a frame.
  struct Control {
    /// The color that is transparent.
    var clearIndex: UInt8?
    /// The disposal of the frame before the next one: 2 clears its place, and 3 restores what was there.
    var disposal = 0
    /// The time for which the frame is seen.
    var milliseconds = 0
  }

  /// The place of the frame on the canvas.
  let rect: PixelRect
  private let gif: UnsafeMutablePointer<proofsheet_gif_file>
  private let library: GIFFunctions

  /// Creates the frame whose description was read last; `nil` if it is empty or lies outside.
  init?(_ gif: UnsafeMutablePointer<proofsheet_gif_file>, _ library: GIFFunctions) {
    let frame = gif.pointee.frame
    guard frame.width > 0, frame.height > 0, frame.left >= 0, frame.top >= 0 else { return nil }
    rect = PixelRect(
      x: Int(frame.left), y: Int(frame.top), width: Int(frame.width), height: Int(frame.height))
    (self.gif, self.library) = (gif, library)
  }

  /// The extent of the canvas; a file that does not give one has the extent of its first frame.
  var canvas: PixelSize {
    let size = PixelSize(width: Int(gif.pointee.width), height: Int(gif.pointee.height))
    return size.area > 0 ? size : PixelSize(width: rect.x + rect.width, height: rect.y + rect.height)
  }

  /// Draws the frame; its transparent pixels leave what is there.
  ///
  /// - Returns: The number of rows that the file has, of ``PixelRect/height``.
  func draw(on pixels: inout [UInt8], _ canvas: PixelSize, clearIndex: UInt8?) -> Int {
    let frame = gif.pointee.frame
    let colors = Self.colors(frame.colors ?? gif.pointee.colors, clearIndex: clearIndex)
    var line = [UInt8](repeating: 0, count: rect.width)
    var count = 0
    for row in Self.rows(rect.height, isInterlaced: frame.is_interlaced) {
      guard library.line(gif, &line, frame.width) != 0 else { break }
      count += 1
      let y = rect.y + row
      guard y < canvas.height else { continue }
      let visible = max(0, min(line.count, canvas.width - rect.x))
      pixels.withUnsafeMutableBytes { pixels in
        var target = 4 * (y * canvas.width + rect.x)
        for index in line.prefix(visible) {
          let color = colors[Int(index)]
          if color != 0 { pixels.storeBytes(of: color, toByteOffset: target, as: UInt32.self) }
          target += 4
        }
      }
    }
    return count
  }

  /// Reads an extension; returns `false` if it does not end.
  ///
  /// A graphic control extension has four bytes, after their number: flags, two of the delay in hundredths of a second, and the
  /// transparent color (GIF89a, section 23).
  ///
  /// - Parameter onBlock: Called for each block, with the kind of the extension and the bytes after their number.
  static func readExtension(
    _ gif: UnsafeMutablePointer<proofsheet_gif_file>, _ library: GIFFunctions, _ control: inout Control,
    onBlock: (_ kind: Int32, UnsafeBufferPointer<UInt8>) -> Void = { _, _ in }
  ) -> Bool {
    let graphicControl: Int32 = 0xF9
    var kind: Int32 = 0
    var block: UnsafeMutablePointer<UInt8>?
    guard library.extension(gif, &kind, &block) != 0 else { return false }
    if kind == graphicControl, let block, block[0] == 4 {
      control = Control(
        clearIndex: block[1] & 1 == 0 ? nil : block[4], disposal: Int(block[1] >> 2 & 7),
        milliseconds: 10 * (Int(block[2]) | Int(block[3]) << 8))
    }
    while let current = block {
      onBlock(kind, UnsafeBufferPointer(start: current + 1, count: Int(current[0])))
      guard library.next_extension(gif, &block) != 0 else { return false }
    }
    return true
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
