public import PictureBasics

extension Bitmap {
  /// The picture stretched to another extent, each new pixel a mean of the old ones around it.
  ///
  /// A triangle filter as wide as the step, which neither drops pixels when it shrinks nor shows steps when it enlarges.
  /// Lengths below 1 become 1. O(old pixels + new pixels).
  public func resized(to target: PixelSize) -> Bitmap {
    let target = PixelSize(width: max(1, target.width), height: max(1, target.height))
    guard target != size else { return self }
    // What cannot be seen must not lend its color to its neighbors.
    guard isOpaque else {
      return premultiplied().stretched(to: target).unpremultiplied()
    }
    return stretched(to: target)
  }

  private func stretched(to target: PixelSize) -> Bitmap {
    let narrow = stretched(
      to: PixelSize(width: target.width, height: height), taps: FilterTaps(from: width, to: target.width),
      along: .row)
    return narrow.stretched(
      to: target, taps: FilterTaps(from: height, to: target.height), along: .column)
  }

  private enum Direction { case row, column }

  /// One pass, along rows or along columns.
  private func stretched(to target: PixelSize, taps: FilterTaps, along direction: Direction) -> Bitmap {
    guard target != size else { return self }
    return transformed(to: target) { old, new in
      // The storage of an array is aligned to 16 bytes, and a pixel has four.
      old.withMemoryRebound(to: UInt32.self, capacity: size.area) { old in
        new.withMemoryRebound(to: UInt32.self, capacity: target.area) { new in
          var new = new
          for y in 0..<target.height {
            for x in 0..<target.width {
              let (index, step) = direction == .row ? (x, 1) : (y, width)
              new.pointee = taps.mix(index, old + (direction == .row ? y &* width : x), step: step)
              new += 1
            }
          }
        }
      }
    }
  }

  private func premultiplied() -> Bitmap {
    map { color, alpha in UInt8((Int(color) * Int(alpha) + 127) / 255) }
  }

  private func unpremultiplied() -> Bitmap {
    map { color, alpha in
      alpha == 0 ? 0 : UInt8(min(255, (Int(color) * 255 + Int(alpha) / 2) / Int(alpha)))
    }
  }

  /// The picture with each color byte replaced, by it and the opacity of its pixel.
  private func map(_ change: (_ color: UInt8, _ alpha: UInt8) -> UInt8) -> Bitmap {
    transformed(to: size) { old, new in
      for start in stride(from: 0, to: 4 * size.area, by: 4) {
        let alpha = old[start + 3]
        for index in start..<start + 3 { new[index] = change(old[index], alpha) }
        new[start + 3] = alpha
      }
    }
  }
}

/// Which old pixels make a new one along one side, and how much each counts.
private struct FilterTaps {
  /// The sum of the weights of a new pixel: 2^14, so that 255 times the sum fits easily.
  private static let one = 16384.0

  private var first: [Int] = []
  private var ends: [Int] = []
  private var weights: [UInt64] = []

  init(from old: Int, to new: Int) {
    let step = Double(old) / Double(new)
    let support = max(1, step)
    for index in 0..<new {
      let center = (Double(index) + 0.5) * step - 0.5
      let low = max(0, Int((center - support).rounded(.up)))
      let high = max(low, min(old - 1, Int((center + support).rounded(.down))))
      let raw = (low...high).map { max(0, 1 - abs(Double($0) - center) / support) }
      first.append(low)
      weights += Self.normalized(raw)
      ends.append(weights.count)
    }
  }

  /// Weights whose sum is exactly one, so that an even area stays as it is.
  private static func normalized(_ raw: [Double]) -> [UInt64] {
    let sum = raw.reduce(0, +)
    guard sum > 0 else { return raw.indices.map { $0 == 0 ? UInt64(one) : 0 } }
    // The sums are rounded, and not each weight: of thousands of weights, the errors together may exceed any of them.
    var (exact, rounded) = (0.0, UInt64(0))
    return raw.map { weight in
      exact += weight
      let before = rounded
      rounded = UInt64((exact / sum * one).rounded())
      return rounded - before
    }
  }

  /// Returns the weighted mean of old pixels, which lie `step` pixels apart from `old` on.
  ///
  /// Called for every pixel, and so written for debug builds too, in which the tests run: plain numbers, no ranges. Two bytes
  /// of a pixel are added in one word, because a sum needs no more than 22 bits.
  @inline(__always)
  func mix(_ index: Int, _ old: UnsafePointer<UInt32>, step: Int) -> UInt32 {
    weights.withUnsafeBufferPointer { weights in
      var (even, odd): (UInt64, UInt64) = (0x2000_0000_2000, 0x2000_0000_2000)
      var pixel = old + first[index] &* step
      var tap = index == 0 ? 0 : ends[index &- 1]
      let end = ends[index]
      while tap < end {
        let (weight, bytes) = (weights[tap], UInt64(pixel.pointee))
        even &+= (bytes & 0xFF | (bytes & 0xFF_0000) &<< 16) &* weight
        odd &+= (bytes &>> 8 & 0xFF | (bytes & 0xFF00_0000) &<< 8) &* weight
        pixel += step
        tap &+= 1
      }
      let low = even &>> 14 & 0xFF | odd &>> 6 & 0xFF00
      let high = even &>> 30 & 0xFF_0000 | odd &>> 22 & 0xFF00_0000
      return UInt32(truncatingIfNeeded: low | high)
    }
  }
}
