import PictureBasics

/// Sixels of a coarse picture, each pixel of which becomes a square of three by three.
///
/// A band of six rows holds two rows of the coarse picture, so that most runs of a color are long.
struct SixelDraft {
  /// The number of columns and rows that a pixel becomes.
  static let factor = 3

  /// A column of a band in one color.
  private struct Column {
    let x: Int
    /// The pixels from the top down, the first in the lowest bit.
    let pixels: UInt8
  }

  private let size: PixelSize
  private var result: [UInt8] = []

  /// Returns a picture enlarged, and cut to `size` in pixels.
  ///
  /// What is transparent stays as it was on the screen (DEC STD 070: the second parameter is 1).
  ///
  /// - Precondition: The height of `size` is a multiple of six. The picture has a third of its rows, and at least a third of
  ///   its columns.
  /// - Complexity: O(*n*) in the number of pixels.
  static func sixels(of bitmap: Bitmap, size: PixelSize) -> [UInt8] {
    let palette = DraftPalette(of: bitmap)
    var draft = SixelDraft(size: size)
    draft.begin(palette)
    draft.append(palette.numbers(of: bitmap), width: bitmap.width, colors: palette.colors.count)
    draft.result += [0x1B, UInt8(ascii: "\\")]
    return draft.result
  }

  private init(size: PixelSize) {
    self.size = size
    result.reserveCapacity(size.area / 2)
  }

  private mutating func begin(_ palette: DraftPalette) {
    result += "\u{1B}P0;1;0q\"1;1;\(size.width);\(size.height)".utf8
    for (number, color) in palette.colors.enumerated() {
      let parts = [color.red, color.green, color.blue].map { (Int($0) * 100 + 127) / 255 }
      result += "#\(number);2;\(parts[0]);\(parts[1]);\(parts[2])".utf8
    }
  }

  /// Writes the bands of a picture, whose pixels are given by their numbers in the palette.
  private mutating func append(_ numbers: [UInt16], width: Int, colors: Int) {
    var columns: [Column] = []
    // The place of the next column of each color, which is the end of its columns once all are there.
    var places = [Int](repeating: 0, count: colors + 1)
    for start in stride(from: 0, to: numbers.count, by: 2 * width) {
      for index in places.indices { places[index] = 0 }
      Self.forEachColumn(numbers, start, width) { color, _ in places[color &+ 1] &+= 1 }
      for color in 0..<colors { places[color + 1] += places[color] }
      columns = [Column](unsafeUninitializedCapacity: places[colors]) { columns, count in
        count = places[colors]
        places.withUnsafeMutableBufferPointer { places in
          Self.forEachColumn(numbers, start, width) { color, column in
            columns.initializeElement(at: places[color], to: column)
            places[color] &+= 1
          }
        }
      }
      var first = 0
      for color in 0..<colors {
        let end = places[color]
        if first < end { append(columns[first..<end], of: color) }
        first = end
      }
      result.append(UInt8(ascii: "-"))
    }
  }

  /// Calls a closure with each column of a band that has pixels of a color, from the left to the right.
  @inline(__always)
  private static func forEachColumn(
    _ numbers: [UInt16], _ start: Int, _ width: Int, _ body: (_ color: Int, Column) -> Void
  ) {
    numbers.withUnsafeBufferPointer { numbers in
      var x = 0
      while x < width {
        let (upper, lower) = (numbers[start &+ x], numbers[start &+ width &+ x])
        if upper == lower {
          if upper != DraftPalette.transparent { body(Int(upper), Column(x: x, pixels: 0b111_111)) }
        } else {
          if upper != DraftPalette.transparent { body(Int(upper), Column(x: x, pixels: 0b000_111)) }
          if lower != DraftPalette.transparent { body(Int(lower), Column(x: x, pixels: 0b111_000)) }
        }
        x &+= 1
      }
    }
  }

  /// Writes the pixels of one color in a band, and returns to its beginning.
  private mutating func append(_ columns: ArraySlice<Column>, of color: Int) {
    result.append(UInt8(ascii: "#"))
    append(color)
    var (first, end, pixels) = (0, 0, UInt8(0))
    for column in columns {
      if column.x != end || column.pixels != pixels {
        append(first..<end, pixels)
        append(end..<column.x, 0)
        (first, pixels) = (column.x, column.pixels)
      }
      end = column.x + 1
    }
    append(first..<end, pixels)
    result.append(UInt8(ascii: "$"))
  }

  /// Writes a run of the same pixels in some columns of the coarse picture.
  private mutating func append(_ columns: Range<Int>, _ pixels: UInt8) {
    let count = min(Self.factor * columns.upperBound, size.width) - Self.factor * columns.lowerBound
    let character = pixels + UInt8(ascii: "?")
    if count > 3 {
      result.append(UInt8(ascii: "!"))
      append(count)
      result.append(character)
    } else {
      for _ in 0..<max(0, count) { result.append(character) }
    }
  }

  /// Writes a number in decimal digits.
  private mutating func append(_ number: Int) {
    if number >= 10 { append(number / 10) }
    result.append(UInt8(ascii: "0") + UInt8(number % 10))
  }
}
