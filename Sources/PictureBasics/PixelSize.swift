/// A size in pixels.
public struct PixelSize: Hashable, Sendable {
  /// The number of columns.
  public var width: Int
  /// The number of rows.
  public var height: Int

  /// Creates a size; negative lengths become 0.
  public init(width: Int, height: Int) {
    self.width = max(0, width)
    self.height = max(0, height)
  }

  /// The number of pixels; `Int.max` if it does not fit into an `Int`.
  public var area: Int {
    let (area, overflow) = width.multipliedReportingOverflow(by: height)
    return overflow ? .max : area
  }

  /// The size with width and height exchanged.
  public var transposed: PixelSize { PixelSize(width: height, height: width) }

  /// The length of the longer side.
  public var longerSide: Int { max(width, height) }

  /// Returns the size after some quarter turns.
  public func turned(quarters: Int) -> PixelSize { quarters.isMultiple(of: 2) ? self : transposed }

  /// Returns a Boolean value that indicates whether the other size fits into this one.
  public func covers(_ other: PixelSize) -> Bool {
    width >= other.width && height >= other.height
  }

  /// Returns the largest size of the same proportions that fits into `box`, at least 1 pixel each way and
  /// never larger than this one.
  public func fitted(into box: PixelSize) -> PixelSize {
    guard width > 0, height > 0, !box.covers(self) else { return self }
    let scale = min(Double(box.width) / Double(width), Double(box.height) / Double(height))
    return PixelSize(
      width: max(1, Int((Double(width) * scale).rounded())),
      height: max(1, Int((Double(height) * scale).rounded())))
  }

  /// Returns a size of about the same proportions whose longer side has some pixels; the same for an empty one.
  public func scaled(toLongerSide side: Int) -> PixelSize {
    let longer = longerSide
    guard longer > 0 else { return self }
    func scaled(_ length: Int) -> Int {
      max(1, Int((Double(length) * Double(side) / Double(longer)).rounded()))
    }
    return PixelSize(width: scaled(width), height: scaled(height))
  }
}

extension PixelSize: CustomStringConvertible {
  /// The width and height, such as `4000×3000`.
  public var description: String { "\(width)×\(height)" }
}
