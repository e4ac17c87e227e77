import PictureBasics

/// The rotation or reflection that turns a picture upright: the values of EXIF tag 0x0112.
enum Orientation: UInt16, Sendable, CaseIterable {
  case upright = 1
  case mirrored = 2
  case upsideDown = 3
  case mirroredUpsideDown = 4
  case transposed = 5
  case turnClockwise = 6
  case transversed = 7
  case turnCounterclockwise = 8

  /// Creates an orientation of a number in a file; `nil` for one without a meaning.
  init?(exif number: Int?) {
    guard let value = number.flatMap({ UInt16(exactly: $0) }) else { return nil }
    self.init(rawValue: value)
  }

  /// A Boolean value that indicates whether width and height change places.
  var exchangesSides: Bool { rawValue >= 5 }

  /// The number of bitmaps that are in memory at the same time while a picture is turned upright.
  var bitmaps: Int { self == .upright ? 1 : 2 }

  /// The extent of a picture of `size` once it stands upright.
  func applied(to size: PixelSize) -> PixelSize { exchangesSides ? size.transposed : size }

  /// Returns the index of the first upright pixel in the stored picture, and the distances in pixels to the
  /// next pixel on the right and to the one below.
  func walk(over size: PixelSize) -> (start: Int, right: Int, down: Int) {
    let width = size.width
    let last = size.area - 1
    return switch self {
    case .upright: (0, 1, width)
    case .mirrored: (width - 1, -1, width)
    case .upsideDown: (last, -1, -width)
    case .mirroredUpsideDown: (last - width + 1, 1, -width)
    case .transposed: (0, width, 1)
    case .turnClockwise: (last - width + 1, -width, 1)
    case .transversed: (last, -width, -1)
    case .turnCounterclockwise: (width - 1, width, -1)
    }
  }
}

extension Bitmap {
  /// Returns the picture after some quarter turns clockwise.
  ///
  /// - Complexity: O(*pixels*)
  public func turned(quarters: Int) -> Bitmap {
    let orientations: [Orientation] = [.upright, .turnClockwise, .upsideDown, .turnCounterclockwise]
    return turned(orientations[quarters & 3])
  }

  /// The picture turned as its file asks.
  ///
  /// O(pixels).
  func turned(_ orientation: Orientation) -> Bitmap {
    guard orientation != .upright else { return self }
    let result = orientation.applied(to: size)
    let walk = orientation.walk(over: size)
    return transformed(to: result) { old, new in
      var new = UnsafeMutableRawPointer(new)
      let old = UnsafeRawPointer(old)
      for y in 0..<result.height {
        var source = old + 4 * (walk.start + y * walk.down)
        let end = new + 4 * result.width
        while new < end {
          new.storeBytes(of: source.load(as: UInt32.self), as: UInt32.self)
          new += 4
          source += 4 * walk.right
        }
      }
    }
  }
}
