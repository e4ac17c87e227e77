extension Bitmap {
  /// The picture stretched to another extent, each new pixel a mean of the old ones around it.
  ///
  /// A triangle filter as wide as the step, which neither drops pixels when it shrinks nor shows steps when it enlarges.
  /// Lengths below 1 become 1. O(old pixels + new pixels).
  public func resized(to target: PixelSize) -> Bitmap {
    let target = PixelSize(width: max(1, target.width), height: max(1, target.height))
    guard target != size else { return self }
    // What cannot be seen must not lend its colour to its neighbours.
    guard isOpaque else {
      return premultiplied().stretched(to: target).unpremultiplied()
    }
    return stretched(to: target)
  }

  private func stretched(to target: PixelSize) -> Bitmap {
    let narrow = stretchedHorizontally(to: target.width)
    return narrow.stretchedVertically(to: target.height)
  }

  private func stretchedHorizontally(to newWidth: Int) -> Bitmap {
    guard newWidth != width else { return self }
    let taps = FilterTaps(from: width, to: newWidth)
    let result = PixelSize(width: newWidth, height: height)
    let bytes = pixels.withUnsafeBufferPointer { source in
      [UInt8](unsafeUninitializedCapacity: 4 * result.area) { target, count in
        var offset = 0
        for y in 0..<height {
          let row = 4 * y * width
          for x in 0..<newWidth {
            let sum = taps.weighted(x) { source.pixel(at: row + 4 * $0) }
            target.initialize(sum, at: offset)
            offset += 4
          }
        }
        count = offset
      }
    }
    return Bitmap(size: result, pixels: bytes)
  }

  private func stretchedVertically(to newHeight: Int) -> Bitmap {
    guard newHeight != height else { return self }
    let taps = FilterTaps(from: height, to: newHeight)
    let result = PixelSize(width: width, height: newHeight)
    let rowLength = 4 * width
    let bytes = pixels.withUnsafeBufferPointer { source in
      [UInt8](unsafeUninitializedCapacity: 4 * result.area) { target, count in
        var offset = 0
        for y in 0..<newHeight {
          for column in stride(from: 0, to: rowLength, by: 4) {
            let sum = taps.weighted(y) { source.pixel(at: column + rowLength * $0) }
            target.initialize(sum, at: offset)
            offset += 4
          }
        }
        count = offset
      }
    }
    return Bitmap(size: result, pixels: bytes)
  }

  private func premultiplied() -> Bitmap {
    map { color, alpha in UInt8((Int(color) * Int(alpha) + 127) / 255) }
  }

  private func unpremultiplied() -> Bitmap {
    map { color, alpha in
      alpha == 0 ? 0 : UInt8(min(255, (Int(color) * 255 + Int(alpha) / 2) / Int(alpha)))
    }
  }

  /// The picture with each colour byte replaced, by it and the opacity of its pixel.
  private func map(_ change: (_ color: UInt8, _ alpha: UInt8) -> UInt8) -> Bitmap {
    var result = pixels
    result.withUnsafeMutableBufferPointer { bytes in
      for start in stride(from: 0, to: bytes.count, by: 4) {
        let alpha = bytes[start + 3]
        for index in start..<start + 3 { bytes[index] = change(bytes[index], alpha) }
      }
    }
    return Bitmap(size: size, pixels: result)
  }
}

/// Which old pixels make a new one along one side, and how much each counts.
private struct FilterTaps {
  /// One part in 2^14, so that the sums of 255 times all weights fit easily.
  private static let one = 16384.0

  private let first: [Int32]
  private let count: [Int32]
  private let offset: [Int32]
  private let weights: [Int32]

  init(from old: Int, to new: Int) {
    let step = Double(old) / Double(new)
    let support = max(1, step)
    var first: [Int32] = []
    var count: [Int32] = []
    var offset: [Int32] = []
    var weights: [Int32] = []
    for index in 0..<new {
      let centre = (Double(index) + 0.5) * step - 0.5
      let low = max(0, Int((centre - support).rounded(.up)))
      let high = min(old - 1, Int((centre + support).rounded(.down)))
      let raw = (low...max(low, high)).map { max(0, 1 - abs(Double($0) - centre) / support) }
      first.append(Int32(low))
      count.append(Int32(raw.count))
      offset.append(Int32(weights.count))
      weights += Self.normalized(raw)
    }
    (self.first, self.count, self.offset, self.weights) = (first, count, offset, weights)
  }

  /// Weights whose sum is exactly one, so that an even area stays as it is.
  private static func normalized(_ raw: [Double]) -> [Int32] {
    let sum = raw.reduce(0, +)
    guard sum > 0, let middle = raw.indices.max(by: { raw[$0] < raw[$1] }) else {
      return raw.indices.map { $0 == 0 ? Int32(one) : 0 }
    }
    var result = raw.map { Int32(($0 / sum * one).rounded()) }
    result[middle] += Int32(one) - result.reduce(0, +)
    return result
  }

  /// The weighted mean of the old pixels of a new one.
  @inline(__always)
  func weighted(_ index: Int, pixel: (Int) -> SIMD4<Int32>) -> SIMD4<Int32> {
    let start = Int(offset[index])
    let low = Int(first[index])
    var sum = SIMD4<Int32>(repeating: 1 << 13)
    for tap in 0..<Int(count[index]) {
      sum &+= pixel(low + tap) &* weights[start + tap]
    }
    return sum &>> 14
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Four bytes as numbers.
  @inline(__always)
  fileprivate func pixel(at offset: Int) -> SIMD4<Int32> {
    SIMD4(truncatingIfNeeded: SIMD4<UInt8>(self[offset], self[offset + 1], self[offset + 2], self[offset + 3]))
  }
}

extension UnsafeMutableBufferPointer<UInt8> {
  /// Writes four numbers from 0 to 255.
  @inline(__always)
  fileprivate func initialize(_ pixel: SIMD4<Int32>, at offset: Int) {
    let bytes = SIMD4<UInt8>(truncatingIfNeeded: pixel)
    for index in 0..<4 { initializeElement(at: offset + index, to: bytes[index]) }
  }
}
