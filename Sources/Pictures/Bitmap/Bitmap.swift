public import PictureBasics

/// A picture as pixels.
///
/// Four bytes a pixel: red, green, blue, and opacity, which is not multiplied into the colors. Rows follow
/// each other without
/// gaps, the top one first.
public struct Bitmap: Hashable, Sendable {
  /// Columns and rows.
  public let size: PixelSize
  /// The bytes, `4 * width * height` of them.
  public let pixels: [UInt8]

  /// Columns of pixels.
  public var width: Int { size.width }
  /// Rows of pixels.
  public var height: Int { size.height }

  /// Creates a picture of its bytes; `nil` unless there are exactly four for each pixel, and at least one pixel.
  public init?(width: Int, height: Int, pixels: [UInt8]) {
    let size = PixelSize(width: width, height: height)
    guard width > 0, height > 0, size.area <= Int.max / 4, pixels.count == 4 * size.area else { return nil }
    self.init(size: size, pixels: pixels)
  }

  /// Creates a picture from bytes.
  ///
  /// - Precondition: The number of bytes matches `size`.
  init(size: PixelSize, pixels: [UInt8]) {
    precondition(pixels.count == 4 * size.area)
    self.size = size
    self.pixels = pixels
  }

  /// The four bytes of a pixel; the place has to lie in the picture.
  public subscript(x: Int, y: Int) -> (red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8) {
    precondition(x >= 0 && x < width && y >= 0 && y < height)
    let start = 4 * (y * width + x)
    return (pixels[start], pixels[start + 1], pixels[start + 2], pixels[start + 3])
  }

  /// A Boolean value that indicates whether nothing shines through.
  ///
  /// O(pixels).
  public var isOpaque: Bool {
    pixels.withUnsafeBytes { bytes in
      let colors = UInt32(littleEndian: 0x00FF_FFFF)
      var offset = 0
      while offset < bytes.count, bytes.load(fromByteOffset: offset, as: UInt32.self) | colors == .max {
        offset &+= 4
      }
      return offset == bytes.count
    }
  }

  /// The part of the picture that lies in `rect`; `nil` when there is none.
  ///
  /// O(pixels of the part).
  public func cropped(to rect: PixelRect) -> Bitmap? {
    let part = rect.clamped(to: size)
    guard part.size.area > 0 else { return nil }
    guard part.size != size else { return self }
    var result: [UInt8] = []
    result.reserveCapacity(4 * part.size.area)
    for y in part.y..<part.y + part.size.height {
      let start = 4 * (y * width + part.x)
      result += pixels[start..<start + 4 * part.size.width]
    }
    return Bitmap(size: part.size, pixels: result)
  }

  /// The mean of the colors, each as opaque as it is; black where nothing can be seen.
  ///
  /// O(pixels).
  public var meanColor: RGB {
    pixels.withUnsafeBytes { bytes in
      var (red, green, blue, weight) = (0, 0, 0, 0)
      for start in stride(from: 0, to: bytes.count, by: 4) {
        let alpha = Int(bytes[start + 3])
        red &+= Int(bytes[start]) &* alpha
        green &+= Int(bytes[start + 1]) &* alpha
        blue &+= Int(bytes[start + 2]) &* alpha
        weight &+= alpha
      }
      let divisor = max(1, weight)
      return RGB(
        red: UInt8(red / divisor), green: UInt8(green / divisor), blue: UInt8(blue / divisor))
    }
  }

  /// The picture as it looks before `background`: opaque everywhere.
  ///
  /// O(pixels).
  public func flattened(onto background: RGB) -> Bitmap {
    guard !isOpaque else { return self }
    var result = pixels
    result.withUnsafeMutableBytes { bytes in
      for start in stride(from: 0, to: bytes.count, by: 4) {
        let alpha = Int(bytes[start + 3])
        bytes[start] = Self.mix(bytes[start], background.red, alpha)
        bytes[start + 1] = Self.mix(bytes[start + 1], background.green, alpha)
        bytes[start + 2] = Self.mix(bytes[start + 2], background.blue, alpha)
        bytes[start + 3] = 255
      }
    }
    return Bitmap(size: size, pixels: result)
  }

  /// A picture of `newSize` whose bytes `write` makes of those of this one.
  func transformed(
    to newSize: PixelSize,
    _ write: (_ old: UnsafePointer<UInt8>, _ new: UnsafeMutablePointer<UInt8>) -> Void
  ) -> Bitmap {
    let bytes = pixels.withUnsafeBufferPointer { old in
      [UInt8](unsafeUninitializedCapacity: 4 * newSize.area) { new, count in
        guard let old = old.baseAddress, let start = new.baseAddress else { return }
        write(old, start)
        count = 4 * newSize.area
      }
    }
    return Bitmap(size: newSize, pixels: bytes)
  }

  private static func mix(_ over: UInt8, _ under: UInt8, _ alpha: Int) -> UInt8 {
    UInt8((Int(over) * alpha + Int(under) * (255 - alpha) + 127) / 255)
  }
}
