import Foundation
import PictureBasics
import Pictures
import Testing

/// The pictures that Scripts/make-test-pictures makes.
enum TestPicture {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Pictures")

  /// The names of all files.
  static func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  static func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
  }

  static func decode(_ name: String, covering size: PixelSize? = nil) throws -> DecodedPicture {
    try PictureDecoder.decode(try bytes(name), covering: size)
  }

  /// Expects the pixels that another decoder made, which are in a PNG; the colors of transparent pixels do not matter.
  static func expectSame(
    _ bitmap: Bitmap, as name: String, _ place: SourceLocation = #_sourceLocation
  ) throws {
    let expected = try decode(name).bitmap
    #expect(bitmap.size == expected.size, sourceLocation: place)
    let black = RGB(red: 0, green: 0, blue: 0)
    let isSame = bitmap.flattened(onto: black) == expected.flattened(onto: black)
    #expect(isSame, "not the pixels of \(name)", sourceLocation: place)
    #expect(bitmap.isOpaque == expected.isOpaque, sourceLocation: place)
  }

  /// What the script draws: red grows to the right, green downwards, blue against both, so that no turn, no shift and no exchange
  /// of colors looks the same.
  static func card(_ width: Int = 96, _ height: Int = 64) -> Bitmap {
    var pixels: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let (red, green) = (255 * x / (width - 1), 255 * y / (height - 1))
        pixels += [UInt8(red), UInt8(green), UInt8(255 - (red + green) / 2), 255]
      }
    }
    return bitmap(width, height, pixels)
  }

  /// The card in gray, as JPEG weighs the colors.
  static func greyCard() -> Bitmap {
    mapped(card()) { red, green, blue in
      let weighted: [Int] = [299 * Int(red), 587 * Int(green), 114 * Int(blue), 500]
      let luma = UInt8(weighted.reduce(0, +) / 1000)
      return (luma, luma, luma)
    }
  }

  /// A picture with every color changed.
  static func mapped(_ bitmap: Bitmap, _ change: (UInt8, UInt8, UInt8) -> (UInt8, UInt8, UInt8)) -> Bitmap {
    var pixels = bitmap.pixels
    for start in stride(from: 0, to: pixels.count, by: 4) {
      (pixels[start], pixels[start + 1], pixels[start + 2]) = change(
        pixels[start], pixels[start + 1], pixels[start + 2])
    }
    return self.bitmap(bitmap.width, bitmap.height, pixels)
  }

  /// A bitmap of bytes that the test knows to be right.
  static func bitmap(_ width: Int, _ height: Int, _ pixels: [UInt8]) -> Bitmap {
    guard let bitmap = Bitmap(width: width, height: height, pixels: pixels) else {
      preconditionFailure("\(pixels.count) bytes for \(width) by \(height) pixels")
    }
    return bitmap
  }
}
