import PictureLooks
import Pictures
import TestSupport

/// A maker of looks of pictures that have nothing to do with each other, but the statistics of photos.
///
/// Each octave has the same contrast, as in photos, whose power falls with the square of the frequency (Field 1987, “Relations
/// between the statistics of natural images and the response properties of cortical cells”, figure 6). A third has a sky: light
/// and smooth at the top, and darker below a horizon. Those are the ones that hashes of gradients mix up.
struct LookMaker {
  private var random: SeededGenerator

  private nonisolated static let (width, height) = (48, 32)

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// Returns the look of a new picture.
  mutating func make() -> PictureLook {
    let (width, height) = (Self.width, Self.height)
    var light = [Double](repeating: .random(in: 70...170, using: &random), count: width * height)
    var red = [Double](repeating: .random(in: -25...25, using: &random), count: width * height)
    var blue = [Double](repeating: .random(in: -25...25, using: &random), count: width * height)
    for cells in [2, 4, 8, 16, 32] {
      add(cells, amplitude: 50, to: &light)
      add(cells, amplitude: 15, to: &red)
      add(cells, amplitude: 15, to: &blue)
    }
    if Int.random(in: 0..<3, using: &random) == 0 { addSky(&light, &blue) }
    var pixels = [UInt8](repeating: 255, count: 4 * width * height)
    for place in light.indices {
      let values = [light[place] + red[place], light[place], light[place] + blue[place]]
      for (channel, value) in values.enumerated() {
        pixels[4 * place + channel] = UInt8(max(0, min(255, value)))
      }
    }
    guard let bitmap = Bitmap(width: width, height: height, pixels: pixels) else {
      preconditionFailure("as many bytes as pixels")
    }
    return PictureLook(of: bitmap)
  }

  /// Adds noise whose cells are a part of the width, with smooth transitions.
  private mutating func add(_ cells: Int, amplitude: Double, to values: inout [Double]) {
    let rows = cells + 1
    let nodes = (0..<(cells + 1) * rows).map { _ in Double.random(in: -amplitude...amplitude, using: &random)
    }
    for y in 0..<Self.height {
      let v = Double(y) / Double(Self.height) * Double(rows - 1)
      for x in 0..<Self.width {
        let u = Double(x) / Double(Self.width) * Double(cells)
        let (left, top) = (Int(u), Int(v))
        let (a, b) = (u - Double(left), v - Double(top))
        let start = top * (cells + 1) + left
        let upper = nodes[start] * (1 - a) + nodes[start + 1] * a
        let lower = nodes[start + cells + 1] * (1 - a) + nodes[start + cells + 2] * a
        values[y * Self.width + x] += upper * (1 - b) + lower * b
      }
    }
  }

  private mutating func addSky(_ light: inout [Double], _ blue: inout [Double]) {
    let horizon = Int.random(in: 10...24, using: &random)
    let brightness = Double.random(in: 150...225, using: &random)
    let fall = Double.random(in: -3...3, using: &random)
    for y in 0..<Self.height {
      for place in y * Self.width..<(y + 1) * Self.width {
        if y < horizon {
          light[place] = light[place] * 0.15 + brightness + fall * Double(y)
          blue[place] += 30
        } else {
          light[place] *= 0.7
        }
      }
    }
  }

  /// Returns many looks around some: their gradients differ from them in about a third of the bits.
  mutating func spread(_ looks: [PictureLook], count: Int) -> [PictureLook] {
    (0..<count).map { number in
      var bytes = looks[number % looks.count].bytes
      for place in 0..<8 {
        bytes[place] ^= UInt8.random(in: 0...255, using: &random) & UInt8.random(in: 0...255, using: &random)
      }
      return PictureLook(bytes: bytes) ?? looks[number % looks.count]
    }
  }
}
