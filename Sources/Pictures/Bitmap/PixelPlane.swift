import PictureBasics

/// Pixels of four bytes in the memory of a decoder, row by row.
struct PixelPlane {
  let start: UnsafePointer<UInt8>
  /// The distance between the beginnings of two rows in bytes, at least that of their pixels.
  let rowLength: Int
  let size: PixelSize

  /// Returns the largest whole number by which the sides can be divided, so that the result still covers `needed`; a larger
  /// one if the result would have more than `room` pixels.
  func factor(covering needed: PixelSize, room: Int) -> Int {
    let (across, down) = (size.width / max(1, needed.width), size.height / max(1, needed.height))
    var factor = max(1, min(across, down))
    while factor < max(size.width, size.height), reducedSize(by: factor).area > room { factor += 1 }
    return factor
  }

  private func reducedSize(by factor: Int) -> PixelSize {
    PixelSize(width: max(1, size.width / factor), height: max(1, size.height / factor))
  }

  /// Returns the picture made smaller, each new pixel the mean of a square of old ones, by their opacity.
  ///
  /// Rests at the right and at the bottom are left out.
  ///
  /// - Complexity: O(*pixels*)
  func reduced(by factor: Int) -> Bitmap {
    let target = reducedSize(by: factor)
    let (width, height) = (min(factor, size.width), min(factor, size.height))
    let pixels = [UInt8](unsafeUninitializedCapacity: 4 * target.area) { new, count in
      guard var pixel = new.baseAddress else { return }
      count = 4 * target.area
      for y in 0..<target.height {
        let row = start + y * factor * rowLength
        if factor == 1 {
          pixel.update(from: row, count: 4 * target.width)
          pixel += 4 * target.width
          continue
        }
        for x in 0..<target.width {
          mean(of: row + 4 * x * factor, width, height, into: pixel)
          pixel += 4
        }
      }
    }
    return Bitmap(size: target, pixels: pixels)
  }

  /// Writes the mean of a rectangle.
  ///
  /// It is written for debug builds too, in which the tests run: plain numbers, no ranges.
  private func mean(
    of corner: UnsafePointer<UInt8>, _ width: Int, _ height: Int, into new: UnsafeMutablePointer<UInt8>
  ) {
    var (red, green, blue, opacity) = (0, 0, 0, 0)
    var y = 0
    while y < height {
      var old = corner + y &* rowLength
      let end = old + 4 &* width
      while old < end {
        let alpha = Int(old[3])
        red &+= Int(old[0]) &* alpha
        green &+= Int(old[1]) &* alpha
        blue &+= Int(old[2]) &* alpha
        opacity &+= alpha
        old += 4
      }
      y &+= 1
    }
    let (weight, count) = (max(1, opacity), width &* height)
    new[0] = UInt8(truncatingIfNeeded: (red &+ weight / 2) / weight)
    new[1] = UInt8(truncatingIfNeeded: (green &+ weight / 2) / weight)
    new[2] = UInt8(truncatingIfNeeded: (blue &+ weight / 2) / weight)
    new[3] = UInt8(truncatingIfNeeded: (opacity &+ count / 2) / count)
  }
}
