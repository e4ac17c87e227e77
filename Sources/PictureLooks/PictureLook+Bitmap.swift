internal import Foundation
internal import PictureBasics
public import Pictures

extension PictureLook {
  /// The longer side at which sharpness is measured: pictures of all sizes must be comparable.
  private static let side = 128

  /// Creates the look of an upright picture.
  ///
  /// - Complexity: O(*pixels*)
  public init(of bitmap: Bitmap) {
    let small = bitmap.flattened(onto: .black).resized(to: bitmap.size.scaled(toLongerSide: Self.side))
    let means = small.resized(to: PixelSize(width: 8, height: 8))
    let luma = Self.luma(means)
    let (blue, red) = Self.colorDifferences(means, luma)
    var chroma = 0.0
    for (blue, red) in zip(blue, red) { chroma += (blue * blue + red * red).squareRoot() / 64 }
    self.init(
      gradient: Self.gradient(small), layout: ColorLayout(luma: luma, blue: blue, red: red),
      chroma: Self.byte(chroma), luma: Self.byte(luma.reduce(0, +) / 64),
      sharpness: Self.sharpness(small),
      shape: Self.byte(128 + 16 * log2(Double(bitmap.width) / Double(bitmap.height))))
  }

  private static func byte(_ value: Double) -> UInt8 { UInt8(max(0, min(255, value.rounded()))) }

  /// The luma of each pixel, by the weights of ITU-R BT.601.
  private static func luma(_ bitmap: Bitmap) -> [Double] {
    stride(from: 0, to: bitmap.pixels.count, by: 4).map { start -> Double in
      let red = Double(bitmap.pixels[start])
      let green = Double(bitmap.pixels[start + 1])
      let blue = Double(bitmap.pixels[start + 2])
      return 0.299 * red + 0.587 * green + 0.114 * blue
    }
  }

  private static func colorDifferences(_ bitmap: Bitmap, _ luma: [Double]) -> (
    blue: [Double], red: [Double]
  ) {
    let blue = luma.indices.map { (at: Int) -> Double in
      0.564 * (Double(bitmap.pixels[4 * at + 2]) - luma[at])
    }
    let red = luma.indices.map { (at: Int) -> Double in
      0.713 * (Double(bitmap.pixels[4 * at]) - luma[at])
    }
    return (blue, red)
  }

  /// The difference hash: a bit is set where a mean is darker than the next one in its row.
  private static func gradient(_ bitmap: Bitmap) -> UInt64 {
    let means = luma(bitmap.resized(to: PixelSize(width: 9, height: 8)))
    var bits: UInt64 = 0
    for y in 0..<8 {
      for x in 0..<8 { bits = bits << 1 | (means[9 * y + x] < means[9 * y + x + 1] ? 1 : 0) }
    }
    return bits
  }

  /// The variance of the Laplacian, 16 for each doubling.
  ///
  /// The linear scale would waste the byte: the variance of a photo lies anywhere between 1 and 20,000.
  private static func sharpness(_ bitmap: Bitmap) -> UInt8 {
    let (width, height) = (bitmap.width, bitmap.height)
    guard width > 2, height > 2 else { return 0 }
    let luma = luma(bitmap)
    var (sum, squares) = (0.0, 0.0)
    for y in 1..<height - 1 {
      for x in 1..<width - 1 {
        let at = y * width + x
        let around: Double = luma[at - 1] + luma[at + 1] + luma[at - width] + luma[at + width]
        let value = around - 4 * luma[at]
        sum += value
        squares += value * value
      }
    }
    let count = Double((width - 2) * (height - 2))
    let mean = sum / count
    return byte(16 * log2(1 + max(0, squares / count - mean * mean)))
  }
}

extension PictureLook {
  /// The pixels of the longer side from which a picture is large enough: smaller ones have less detail than sharpness is
  /// measured by.
  public static let leastSide = side

  /// Creates the look of a picture file.
  ///
  /// - Throws: A `PictureError` if the file cannot be decoded.
  public init(of file: [UInt8]) throws {
    let box = PixelSize(width: 2 * Self.side, height: 2 * Self.side)
    self.init(of: try PictureDecoder.decode(file, covering: box).bitmap)
  }
}
