import PictureBasics

/// A palette of at most 256 colors for a picture.
///
/// Red, green and blue have 16 levels each. If a picture has more than 256 combinations of them, a median cut joins near ones
/// (P. Heckbert, "Color Image Quantization for Frame Buffer Display", 1982). It divides the counted combinations, at most
/// 4,096. libchafa divides the pixels, and sorts all of them eight times.
struct DraftPalette {
  /// The number of the color of pixels that are transparent.
  static let transparent = UInt16.max

  private static let limit = 256

  /// The colors, each the mean of its pixels.
  private(set) var colors: [RGB] = []
  /// The numbers of the colors by their levels.
  private var numbers = [UInt16](repeating: 0, count: 4096)

  /// Creates the palette of a picture.
  ///
  /// - Complexity: O(*n*) in the number of pixels.
  init(of bitmap: Bitmap) {
    var sums = [Sum](repeating: Sum(), count: 4096)
    bitmap.pixels.withUnsafeBufferPointer { bytes in
      sums.withUnsafeMutableBufferPointer { sums in
        var start = 0
        while start < bytes.count {
          if bytes[start &+ 3] >= 128 {
            sums[Self.level(bytes, start)].add(bytes[start], bytes[start &+ 1], bytes[start &+ 2])
          }
          start &+= 4
        }
      }
    }
    var levels = sums.indices.filter { sums[$0].count > 0 }
    for box in Self.boxes(of: &levels, sums) {
      var sum = Sum()
      for level in levels[box.range] {
        sum.add(sums[level])
        numbers[level] = UInt16(colors.count)
      }
      colors.append(sum.mean)
    }
  }

  /// Returns the numbers of the colors of all pixels of a picture, row by row.
  ///
  /// - Precondition: The palette was made of the picture.
  /// - Complexity: O(*n*) in the number of pixels.
  func numbers(of bitmap: Bitmap) -> [UInt16] {
    let count = bitmap.size.area
    return bitmap.pixels.withUnsafeBufferPointer { bytes in
      numbers.withUnsafeBufferPointer { numbers in
        [UInt16](unsafeUninitializedCapacity: count) { result, initialized in
          var index = 0
          while index < count {
            let start = 4 &* index
            result[index] = bytes[start &+ 3] >= 128 ? numbers[Self.level(bytes, start)] : Self.transparent
            index &+= 1
          }
          initialized = count
        }
      }
    }
  }

  /// Returns the levels of red, green and blue of a pixel, four bits each.
  @inline(__always)
  private static func level(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int {
    Int(bytes[start] & 0xF0) << 4 | Int(bytes[start &+ 1] & 0xF0) | Int(bytes[start &+ 2]) >> 4
  }

  // MARK: Median cut

  /// The pixels of some levels.
  private struct Sum {
    var (red, green, blue, count) = (0, 0, 0, 0)

    @inline(__always)
    mutating func add(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
      self.red &+= Int(red)
      self.green &+= Int(green)
      self.blue &+= Int(blue)
      count &+= 1
    }

    mutating func add(_ other: Sum) {
      red += other.red
      green += other.green
      blue += other.blue
      count += other.count
    }

    var mean: RGB {
      RGB(
        red: UInt8((red + count / 2) / count), green: UInt8((green + count / 2) / count),
        blue: UInt8((blue + count / 2) / count))
    }
  }

  /// Levels that become one color.
  private struct Box {
    /// The places of the levels in the list of all.
    var range: Range<Int>
    /// The bits to shift away for the widest part of the levels, which is red, green or blue.
    var shift = 0
    /// The place in that part at which the box is cut.
    var cut = 0
    /// The worth of a cut: the number of pixels by the width of the box; 0 if there is only one level.
    var worth = 0

    init(_ range: Range<Int>, of levels: [Int], _ sums: [Sum]) {
      self.range = range
      var width = 0
      for shift in [8, 4, 0] {
        let values = levels[range].lazy.map { $0 >> shift & 15 }
        let reach = (values.max() ?? 0) - (values.min() ?? 0)
        if reach > width { (self.shift, width) = (shift, reach) }
      }
      guard width > 0 else { return }
      var counts = [Int](repeating: 0, count: 16)
      for level in levels[range] { counts[level >> shift & 15] += sums[level].count }
      let total = counts.reduce(0, +)
      let used = counts.indices.filter { counts[$0] > 0 }
      var below = 0
      for value in used.dropLast() {
        below += counts[value]
        cut = value + 1
        if 2 * below >= total { break }
      }
      worth = total * width
    }
  }

  /// Divides levels until there are 256 boxes, or one for each level; the levels of a box stand together afterwards.
  private static func boxes(of levels: inout [Int], _ sums: [Sum]) -> [Box] {
    if levels.count <= limit { return levels.indices.map { Box($0..<$0 + 1, of: levels, sums) } }
    var boxes = [Box(levels.indices, of: levels, sums)]
    while boxes.count < limit, let index = boxes.indices.max(by: { boxes[$0].worth < boxes[$1].worth }) {
      let box = boxes[index]
      let middle = levels[box.range].partition { $0 >> box.shift & 15 >= box.cut }
      boxes[index] = Box(box.range.lowerBound..<middle, of: levels, sums)
      boxes.append(Box(middle..<box.range.upperBound, of: levels, sums))
    }
    return boxes
  }
}
