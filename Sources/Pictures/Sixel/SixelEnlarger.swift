import PictureBasics

/// Enlarges sixels to three times their width and height: each pixel becomes a square, and each band of six rows becomes
/// three bands.
///
/// The picture is not encoded again: the runs of each color are rewritten.
struct SixelEnlarger {
  /// The number of columns and rows that a pixel becomes.
  static let factor = 3

  /// The columns of a band with the same pixels of one color.
  private struct Run {
    /// The pixels from the top down, the first in the lowest bit.
    let pixels: UInt8
    var count: Int
  }

  private var bytes: ArraySlice<UInt8>
  private let size: PixelSize
  private var bandsLeft: Int
  private var result: [UInt8] = []
  /// The colors of the band that is read, each with the place of its first run.
  private var colors: [(number: Int, start: Int)] = []
  private var runs: [Run] = []

  private init(_ bytes: [UInt8], size: PixelSize) {
    self.bytes = bytes[...]
    self.size = size
    bandsLeft = size.height / 6
    result.reserveCapacity(2 * bytes.count)
  }

  /// Returns sixels enlarged, and cut to `size` in pixels, whose height is a multiple of six.
  ///
  /// O(bytes).
  static func enlarged(_ bytes: [UInt8], to size: PixelSize) -> [UInt8] {
    var enlarger = SixelEnlarger(bytes, size: size)
    enlarger.run()
    return enlarger.result
  }

  private mutating func run() {
    // ESC P, parameters, q.
    while let byte = bytes.popFirst() {
      result.append(byte)
      if byte == UInt8(ascii: "q") { break }
    }
    while let byte = bytes.popFirst() {
      switch byte {
      case UInt8(ascii: "\""):
        _ = readParameters()
        result += "\"1;1;\(size.width);\(size.height)".utf8
      case UInt8(ascii: "#"):
        let number = readNumber()
        if bytes.first == UInt8(ascii: ";") { define(number) } else { begin(number) }
      case UInt8(ascii: "!"):
        let count = readNumber()
        if let pixels = bytes.popFirst() { append(pixels, count) }
      case UInt8(ascii: "?")...UInt8(ascii: "~"): append(byte, 1)
      case UInt8(ascii: "$"): if let last = colors.last { begin(last.number) }
      case UInt8(ascii: "-"): endBand()
      case 0x1b:
        if !runs.isEmpty { endBand() }
        result += [byte] + bytes
        return
      default: break
      }
    }
  }

  // MARK: Reading

  private mutating func readNumber() -> Int {
    var number = 0
    while let digit = bytes.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) {
      number = 10 * number + Int(digit - UInt8(ascii: "0"))
      bytes.removeFirst()
    }
    return number
  }

  /// Reads numbers and semicolons.
  private mutating func readParameters() -> ArraySlice<UInt8> {
    let parameters = bytes.prefix { (UInt8(ascii: "0")...UInt8(ascii: ";")).contains($0) }
    bytes = bytes[parameters.endIndex...]
    return parameters
  }

  private mutating func define(_ color: Int) {
    result += "#\(color)".utf8
    result += readParameters()
  }

  private mutating func begin(_ color: Int) { colors.append((color, runs.count)) }

  private mutating func append(_ character: UInt8, _ count: Int) {
    runs.append(Run(pixels: character &- UInt8(ascii: "?"), count: count))
  }

  // MARK: Writing

  private mutating func endBand() {
    for third in 0..<min(Self.factor, bandsLeft) {
      for (index, color) in colors.enumerated() {
        let end = index + 1 < colors.count ? colors[index + 1].start : runs.count
        write(color.start..<end, of: color.number, third: third)
      }
      result.append(UInt8(ascii: "-"))
      bandsLeft -= 1
    }
    colors.removeAll(keepingCapacity: true)
    runs.removeAll(keepingCapacity: true)
  }

  /// Writes the pixels of one color in a third of the band: two rows, each of which becomes three.
  private mutating func write(_ range: Range<Int>, of color: Int, third: Int) {
    let start = result.count
    var (pending, x) = (Run(pixels: 0, count: 0), 0)
    for run in runs[range] {
      let rows = run.pixels >> UInt8(2 * third)
      let pixels = (rows & 1) * 0b000_111 | (rows >> 1 & 1) * 0b111_000
      let count = min(Self.factor * run.count, size.width - x)
      x += count
      if pixels != pending.pixels {
        if result.count == start { result += "#\(color)".utf8 }
        write(pending)
        pending = Run(pixels: pixels, count: 0)
      }
      pending.count += count
    }
    // Blank columns at the end are not written.
    if pending.pixels != 0 { write(pending) }
    if result.count > start { result.append(UInt8(ascii: "$")) }
  }

  private mutating func write(_ run: Run) {
    let character = run.pixels + UInt8(ascii: "?")
    if run.count > 3 {
      result += "!\(run.count)".utf8
      result.append(character)
    } else {
      for _ in 0..<run.count { result.append(character) }
    }
  }
}
