import PictureBasics
import Pictures

/// Reads sixels as a terminal does (DEC STD 070, VT330/VT340 Programmer Reference, chapter 14).
struct SixelReader {
  private var colors: [Int: (UInt8, UInt8, UInt8)] = [:]
  private var color = 0
  private var (x, band) = (0, 0)
  private var size = PixelSize(width: 0, height: 0)
  private var pixels: [UInt8] = []
  /// The lowest row that was written to, whatever the size that was announced.
  private(set) var lowest = -1

  struct Malformed: Error {
    let what: String
  }

  /// The picture between `ESC P … q` and `ESC \`; what was not drawn is transparent.
  mutating func read(_ bytes: [UInt8]) throws -> Bitmap {
    guard bytes.starts(with: [0x1B, 0x50]), bytes.suffix(2) == [0x1B, 0x5C],
      let start = bytes.firstIndex(of: UInt8(ascii: "q"))
    else { throw Malformed(what: "frame") }
    var rest = bytes[(start + 1)..<(bytes.count - 2)]
    while let byte = rest.popFirst() {
      try take(byte, &rest)
    }
    return TestPicture.bitmap(size.width, size.height, pixels)
  }

  private mutating func take(_ byte: UInt8, _ rest: inout ArraySlice<UInt8>) throws {
    switch byte {
    case UInt8(ascii: "\""): try announce(numbers(&rest))
    case UInt8(ascii: "#"): try select(numbers(&rest))
    case UInt8(ascii: "!"):
      let count = numbers(&rest).first ?? 1
      guard let sixel = rest.popFirst() else { throw Malformed(what: "repeat of nothing") }
      for _ in 0..<count { try draw(sixel) }
    case UInt8(ascii: "$"): x = 0
    case UInt8(ascii: "-"): (x, band) = (0, band + 1)
    case 63...126: try draw(byte)
    default: throw Malformed(what: "byte \(byte)")
    }
  }

  private func numbers(_ rest: inout ArraySlice<UInt8>) -> [Int] {
    let text = rest.prefix { (48...57).contains($0) || $0 == UInt8(ascii: ";") }
    rest = rest.dropFirst(text.count)
    return text.split(separator: UInt8(ascii: ";")).map { $0.reduce(0) { 10 * $0 + Int($1) - 48 } }
  }

  private mutating func announce(_ numbers: [Int]) throws {
    guard numbers.count == 4, pixels.isEmpty else { throw Malformed(what: "raster attributes \(numbers)") }
    size = PixelSize(width: numbers[2], height: numbers[3])
    pixels = [UInt8](repeating: 0, count: 4 * size.area)
  }

  private mutating func select(_ numbers: [Int]) throws {
    guard let index = numbers.first else { throw Malformed(what: "color without number") }
    color = index
    guard numbers.count > 1 else { return }
    guard numbers.count == 5, numbers[1] == 2 else { throw Malformed(what: "color \(numbers)") }
    let parts = numbers[2...].map { UInt8(($0 * 255 + 50) / 100) }
    colors[index] = (parts[0], parts[1], parts[2])
  }

  private mutating func draw(_ sixel: UInt8) throws {
    guard let shade = colors[color], (63...126).contains(sixel) else {
      throw Malformed(what: "color \(color)")
    }
    for bit in 0..<6 where (sixel - 63) >> bit & 1 == 1 {
      let y = 6 * band + bit
      lowest = max(lowest, y)
      guard x < size.width, y < size.height else { throw Malformed(what: "pixel outside at \(x), \(y)") }
      let start = 4 * (y * size.width + x)
      (pixels[start], pixels[start + 1], pixels[start + 2], pixels[start + 3]) = (
        shade.0, shade.1, shade.2, 255
      )
    }
    x += 1
  }
}
