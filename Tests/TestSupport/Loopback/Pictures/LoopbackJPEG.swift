/// A writer of valid JPEG files of any size: baseline, three components, each block of 8 by 8 pixels in one
/// color.
///
/// The colors depend on the seed and form a gradient between two corners. So tests can distinguish pictures
/// and detect that one is rotated or cropped.
public struct LoopbackJPEG {
  private let columns: Int
  private let rows: Int
  private let seed: Int
  private var bytes: [UInt8] = []
  private var bits: UInt32 = 0
  private var bitCount = 0

  /// Returns the file of a picture with a size in pixels.
  public static func bytes(width: Int, height: Int, seed: Int = 0) -> [UInt8] {
    var writer = LoopbackJPEG(width: width, height: height, seed: seed)
    writer.writeHead(width: width, height: height)
    writer.writeBlocks()
    return writer.bytes
  }

  /// Returns the color in ``bytes(width:height:seed:)`` of a block, counted from the top left corner: luma
  /// and both chromas.
  public static func color(column: Int, row: Int, columns: Int, rows: Int, seed: Int) -> [Int] {
    let (right, down) = (200 * column / max(1, columns), 200 * row / max(1, rows))
    return [40 + (right + down) / 2, 28 + (right + seed * 37) % 200, 28 + (down + seed * 59) % 200]
  }

  private init(width: Int, height: Int, seed: Int) {
    columns = (width + 7) / 8
    rows = (height + 7) / 8
    self.seed = abs(seed % 1_000)
  }

  private mutating func writeHead(width: Int, height: Int) {
    bytes = [0xFF, 0xD8]
    segment(0xE0, Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0])
    // All quantization steps are 8, so the mean of a block is its first coefficient (ITU-T T.81, A.3.3).
    segment(0xDB, [0] + [UInt8](repeating: 8, count: 64))
    let size = [UInt8(height >> 8), UInt8(height & 255), UInt8(width >> 8), UInt8(width & 255)]
    segment(0xC0, [8] + size + [3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0])
    // Twelve difference lengths, each with a code of four bits; “end of block” is the single bit 0.
    segment(0xC4, [0x00, 0, 0, 0, 12] + [UInt8](repeating: 0, count: 12) + Array(0...11))
    segment(0xC4, [0x10, 1] + [UInt8](repeating: 0, count: 15) + [0])
    segment(0xDA, [3, 1, 0, 2, 0, 3, 0, 0, 63, 0])
  }

  private mutating func segment(_ marker: UInt8, _ content: [UInt8]) {
    let length = content.count + 2
    bytes += [0xFF, marker, UInt8(length >> 8), UInt8(length & 255)] + content
  }

  private mutating func writeBlocks() {
    var last = [0, 0, 0]
    for row in 0..<rows {
      for column in 0..<columns {
        let color = Self.color(column: column, row: row, columns: columns, rows: rows, seed: seed)
        for component in 0..<3 {
          let value = color[component] - 128
          writeDifference(value - last[component])
          last[component] = value
          write(0, count: 1)
        }
      }
    }
    // The last byte is padded with ones.
    while bitCount > 0 { write(1, count: 1) }
    bytes += [0xFF, 0xD9]
  }

  /// Writes the length of the difference, then its bits; negative ones are decremented (ITU-T T.81, F.1.2.1).
  private mutating func writeDifference(_ difference: Int) {
    let length = Int.bitWidth - abs(difference).leadingZeroBitCount
    write(UInt32(length), count: 4)
    let value = difference < 0 ? difference - 1 : difference
    if length > 0 { write(UInt32(value & ((1 << length) - 1)), count: length) }
  }

  private mutating func write(_ value: UInt32, count: Int) {
    for shift in (0..<count).reversed() {
      bits = bits << 1 | (value >> UInt32(shift) & 1)
      bitCount += 1
      guard bitCount == 8 else { continue }
      let byte = UInt8(truncatingIfNeeded: bits)
      // A zero byte indicates that this is not a marker.
      bytes += byte == 0xFF ? [0xFF, 0] : [byte]
      bitCount = 0
    }
  }
}
