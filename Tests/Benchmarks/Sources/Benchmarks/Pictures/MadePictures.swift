import Flickr
import Foundation
import PhotoLibrary
import PictureBasics
import PictureFetching
import Pictures
import TestSupport

/// Generated pictures: the same ones with every run, with about as much detail as a photo.
enum MadePictures {
  /// A JPEG of 4:3.
  ///
  /// - Parameter seed: Pictures with different ones look different.
  nonisolated static func jpeg(width: Int, seed: UInt64 = 1) -> [UInt8] {
    JPEGEncoder.encode(bitmap(width: width, height: width * 3 / 4, seed: seed))
  }

  nonisolated static func bitmap(width: Int, height: Int, seed: UInt64) -> Bitmap {
    var generator = SeededGenerator(seed: seed)
    let waves = (0..<5).map { _ in Wave(&generator) }
    var noise: UInt32 = 1
    // Sensors are noisy; what is made smaller is less so.
    let amplitude = width > 2_000 ? 8.0 : 1.5
    let pixels = [UInt8](unsafeUninitializedCapacity: 4 * width * height) { bytes, count in
      for y in 0..<height {
        let columns = waves.map { $0.row(Double(y) / Double(height)) }
        for x in 0..<width {
          var light = (110.0, 110.0, 110.0)
          for (wave, row) in zip(waves, columns) {
            let value = wave.value(row, Double(x) / Double(width))
            light = (light.0 + value * wave.red, light.1 + value * wave.green, light.2 + value * wave.blue)
          }
          noise = noise &* 1_664_525 &+ 1_013_904_223
          let grain = (Double(noise >> 16) / 32_768 - 1) * amplitude
          let start = 4 * (y * width + x)
          bytes[start] = UInt8(max(0, min(255, light.0 + grain)))
          bytes[start + 1] = UInt8(max(0, min(255, light.1 + grain)))
          bytes[start + 2] = UInt8(max(0, min(255, light.2 + grain)))
          bytes[start + 3] = 255
        }
      }
      count = 4 * width * height
    }
    guard let bitmap = Bitmap(width: width, height: height, pixels: pixels) else {
      preconditionFailure("as many bytes as pixels")
    }
    return bitmap
  }

  /// Stripes with edges, in some direction and color.
  private struct Wave {
    let across, down, phase, red, green, blue: Double

    nonisolated init(_ generator: inout SeededGenerator) {
      across = .random(in: -9...9, using: &generator)
      down = .random(in: -9...9, using: &generator)
      phase = .random(in: 0..<1, using: &generator)
      red = .random(in: 4...40, using: &generator)
      green = .random(in: 4...40, using: &generator)
      blue = .random(in: 4...40, using: &generator)
    }

    nonisolated func row(_ y: Double) -> Double { y * down + phase }

    nonisolated func value(_ row: Double, _ x: Double) -> Double {
      let place = row + x * across
      let part = place - place.rounded(.down)
      return part < 0.5 ? 1 - 4 * part * part : -part
    }
  }
}

/// A library, and a cache that has all pictures of it, so that nothing is fetched.
final class PictureFolders {
  let library: URL
  /// What `XDG_CACHE_HOME` is to be.
  let cache: TemporaryFolder
  /// The id of a photo in it.
  let photo: String
  /// The file of the largest picture of that photo, which is in the cache.
  let photoFile: [UInt8]

  /// The longer sides of the pictures that are cached; squares are asked for only where there is nothing else.
  private nonisolated static let sides = ["s": 240, "z": 640, "l": 1024]

  init(_ libraries: MadeLibraries, count: Int) async throws {
    library = try await libraries.folder(count)
    cache = try TemporaryFolder()
    let pages = PhotoPages.make(count)
    let pictures = PictureCache(folder: cache.url.appendingPathComponent("proofsheet/pictures"))
    try await Self.fill(pictures, pages.flatMap(\.records))
    guard let record = pages.first?.records.first,
      let rendition = record.renditions.first(where: { $0.suffix == "l" }),
      let file = pictures.read(record.id, rendition)
    else { throw Refusal("the cache has no picture") }
    (photo, photoFile) = (record.id, file)
  }

  @concurrent
  private static func fill(_ cache: PictureCache, _ records: [PhotoRecord]) async throws {
    for (suffix, side) in sides {
      let pictures = (1...8).map { seed in
        MadePictures.bitmap(width: side + 80, height: side * 3 / 4 + 80, seed: seed)
      }
      for (number, record) in records.enumerated() {
        guard let rendition = record.renditions.first(where: { $0.suffix == suffix }) else { continue }
        try cache.store(part(number, of: pictures, side), of: record.id, rendition)
      }
    }
  }

  /// A picture of its own for each of many photos: another part of one of a few.
  private nonisolated static func part(_ number: Int, of pictures: [Bitmap], _ side: Int) -> [UInt8] {
    let picture = pictures[number % pictures.count]
    let place = number / pictures.count
    let rect = PixelRect(x: place % 10 * 8, y: place / 10 % 10 * 8, width: side, height: side * 3 / 4)
    return JPEGEncoder.encode(picture.cropped(to: rect) ?? picture)
  }
}
