/// A minimal reader of picture files for tests: the size of PNG and JPEG files, and the pixels of
/// noninterlaced color PNG files with 8 bits per sample.
enum PNG {
  /// Returns the size in pixels, or nil for other formats than PNG and JPEG, and for a PNG that is cut off.
  static func size(_ bytes: [UInt8]) -> (width: Int, height: Int)? {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]), bytes.count > 24,
      bytes.suffix(8).starts(with: "IEND".utf8)
    {
      return (number(bytes, at: 16), number(bytes, at: 20))
    }
    return bytes.starts(with: [0xFF, 0xD8]) ? jpegSize(bytes) : nil
  }

  /// Returns red, green, blue, and alpha of each pixel.
  static func pixels(_ bytes: [UInt8]) -> [UInt8]? {
    guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]), let (width, _) = size(bytes), bytes[24] == 8,
      let channels = [2: 3, 6: 4][bytes[25]], let data = Inflate.zlib(contents(of: "IDAT", in: bytes))
    else { return nil }
    let rows = unfiltered(data, width: width * channels, step: channels)
    if channels == 4 { return rows }
    return stride(from: 0, to: rows.count - 2, by: 3).flatMap { Array(rows[$0..<$0 + 3]) + [255] }
  }

  private static func number(_ bytes: [UInt8], at index: Int) -> Int {
    bytes[index..<index + 4].reduce(0) { $0 << 8 | Int($1) }
  }

  private static func contents(of name: String, in bytes: [UInt8]) -> [UInt8] {
    var found: [UInt8] = []
    var position = 8
    while position + 12 <= bytes.count {
      let length = number(bytes, at: position)
      guard position + 12 + length <= bytes.count else { break }
      if bytes[position + 4..<position + 8].elementsEqual(name.utf8) {
        found += bytes[position + 8..<position + 8 + length]
      }
      position += 12 + length
    }
    return found
  }

  private static func unfiltered(_ data: [UInt8], width: Int, step: Int) -> [UInt8] {
    var output: [UInt8] = []
    var above = [UInt8](repeating: 0, count: width)
    for start in stride(from: 0, to: data.count - width, by: width + 1) {
      var row = Array(data[start + 1...start + width])
      for x in 0..<width {
        let left = x >= step ? Int(row[x - step]) : 0
        let corner = x >= step ? Int(above[x - step]) : 0
        let up = Int(above[x])
        let guess =
          switch data[start] {
          case 1: left
          case 2: up
          case 3: (left + up) / 2
          case 4: paeth(left, up, corner)
          default: 0
          }
        row[x] &+= UInt8(truncatingIfNeeded: guess)
      }
      output += row
      above = row
    }
    return output
  }

  private static func paeth(_ left: Int, _ up: Int, _ corner: Int) -> Int {
    let estimate = left + up - corner
    let (a, b, c) = (abs(estimate - left), abs(estimate - up), abs(estimate - corner))
    return a <= b && a <= c ? left : b <= c ? up : corner
  }

  /// Returns the size in the first frame header (ITU T.81 B.2.2).
  private static func jpegSize(_ bytes: [UInt8]) -> (width: Int, height: Int)? {
    var position = 2
    while position + 9 < bytes.count, bytes[position] == 0xFF {
      let marker = bytes[position + 1]
      if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
        return (
          Int(bytes[position + 7]) << 8 | Int(bytes[position + 8]),
          Int(bytes[position + 5]) << 8 | Int(bytes[position + 6])
        )
      }
      position += 2 + Int(bytes[position + 2]) << 8 + Int(bytes[position + 3])
    }
    return nil
  }
}
