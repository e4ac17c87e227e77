import Foundation
import PictureBasics
import PictureLooks
import Pictures
import TestSupport

/// The pictures of the sample roll, small, as thumbnails are.
enum SamplePicture {
  static let all: [(name: String, bitmap: Bitmap)] = {
    let folder = Repository.url("assets/sample/pictures")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".jpg") }.sorted().compactMap { name in
      guard let data = try? Data(contentsOf: folder.appendingPathComponent(name)),
        let picture = try? PictureDecoder.decode([UInt8](data), covering: box)
      else { return nil }
      return (name, picture.bitmap.resized(to: picture.fullSize.fitted(into: box)))
    }
  }()

  static let looks = all.map { PictureLook(of: $0.bitmap) }

  private static let box = PixelSize(width: 240, height: 240)
}

/// A change of a picture after which it is still the same photo to a viewer.
enum Alteration: CaseIterable {
  case half, quality60, quality80, quality95, crop, brighter, darker, gray

  func apply(to bitmap: Bitmap) throws -> Bitmap {
    switch self {
    case .half: bitmap.resized(to: PixelSize(width: bitmap.width / 2, height: bitmap.height / 2))
    case .quality60: try Self.encoded(bitmap, quality: 60)
    case .quality80: try Self.encoded(bitmap, quality: 80)
    case .quality95: try Self.encoded(bitmap, quality: 95)
    case .crop: try Self.cropped(bitmap)
    case .brighter: try Self.mapped(bitmap) { ($0 * 1.1, $1 * 1.1, $2 * 1.1) }
    case .darker: try Self.mapped(bitmap) { ($0 * 0.9, $1 * 0.9, $2 * 0.9) }
    case .gray:
      try Self.mapped(bitmap) {
        let luma = 0.299 * $0 + 0.587 * $1 + 0.114 * $2
        return (luma, luma, luma)
      }
    }
  }

  private static func encoded(_ bitmap: Bitmap, quality: Int) throws -> Bitmap {
    try PictureDecoder.decode(JPEGEncoder.encode(bitmap, quality: quality)).bitmap
  }

  /// The picture without 2 % of each side length, all of it at one corner: the largest shift of such a crop.
  private static func cropped(_ bitmap: Bitmap) throws -> Bitmap {
    let (x, y) = (bitmap.width / 50, bitmap.height / 50)
    return try unwrapped(
      bitmap.cropped(to: PixelRect(x: x, y: y, width: bitmap.width - x, height: bitmap.height - y)))
  }

  private static func mapped(
    _ bitmap: Bitmap, _ change: (Double, Double, Double) -> (Double, Double, Double)
  ) throws -> Bitmap {
    var pixels = bitmap.pixels
    for at in stride(from: 0, to: pixels.count, by: 4) {
      let new = change(Double(pixels[at]), Double(pixels[at + 1]), Double(pixels[at + 2]))
      pixels[at] = UInt8(min(255, new.0))
      pixels[at + 1] = UInt8(min(255, new.1))
      pixels[at + 2] = UInt8(min(255, new.2))
    }
    return try unwrapped(Bitmap(width: bitmap.width, height: bitmap.height, pixels: pixels))
  }

  private static func unwrapped(_ bitmap: Bitmap?) throws -> Bitmap {
    guard let bitmap else { throw PictureError.empty }
    return bitmap
  }
}
