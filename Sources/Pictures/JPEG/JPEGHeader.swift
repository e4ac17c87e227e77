import PictureBasics

/// The header data of a JPEG, found by walking its markers from the first to the last (ITU-T T.81, annex B).
///
/// The limits are checked against this data, and it supplies what the decoder does not report. The decoder
/// gets only the scale from it.
struct JPEGHeader {
  /// A color channel, and how finely it is sampled beside the others.
  struct Component {
    let horizontal: Int
    let vertical: Int
  }

  private(set) var frame: UInt8?
  private(set) var precision = 8
  private(set) var size = PixelSize(width: 0, height: 0)
  private(set) var components: [Component] = []
  private var exif: EXIF?
  /// A Boolean value that indicates whether Adobe's marker is there, and with it Adobe's way of storing ink:
  /// 255 for none.
  private(set) var isAdobe = false
  private(set) var profile = ProfileSegments()
  /// Passes over the picture.
  private(set) var scans = 0
  /// Channels in the first pass; fewer than there are when each comes by itself.
  private(set) var componentsOfFirstScan = 0
  private(set) var hasEnd = false

  /// Returns the start of a JPEG that follows other bytes, as some servers and programs produce it.
  static func start(in bytes: [UInt8]) -> Int? {
    let farthest = min(bytes.count - 3, 1024)
    guard farthest >= 0 else { return nil }
    return (0...farthest).first { bytes[$0...].starts(with: [0xFF, 0xD8, 0xFF]) }
  }

  init(_ bytes: UnsafeRawBufferPointer) {
    var cursor = ByteCursor(bytes, at: 2)
    while let marker = Self.nextMarker(&cursor) {
      switch marker {
      case 0xD9:
        hasEnd = true
        return
      case 0x01, 0xD0...0xD8: continue
      default: read(marker, &cursor)
      }
    }
  }

  /// The code of the next marker; whatever else lies before it (data of a scan, filling, garbage) is passed over.
  private static func nextMarker(_ cursor: inout ByteCursor) -> UInt8? {
    while cursor.skip(behind: 0xFF) {
      var code = cursor.byte()
      while code == 0xFF { code = cursor.byte() }
      switch code {
      case 0, 0xD0, 0xD1, 0xD2, 0xD3, 0xD4, 0xD5, 0xD6, 0xD7: continue
      default: return code
      }
    }
    return nil
  }

  private mutating func read(_ marker: UInt8, _ cursor: inout ByteCursor) {
    guard let length = cursor.word() else { return }
    let segment = cursor.consume(length - 2)
    switch marker {
    case 0xC4, 0xC8, 0xCC: break  // tables, and what is reserved, among the codes of frames
    case 0xC0...0xCF: readFrame(marker, segment)
    case 0xDA: readScan(segment)
    case 0xE1: exif = exif ?? EXIF(segment: segment)
    case 0xE2: profile.read(segment)
    case 0xEE: isAdobe = isAdobe || segment.starts(with: "Adobe".utf8)
    default: break
    }
  }

  private mutating func readFrame(_ marker: UInt8, _ segment: UnsafeRawBufferPointer) {
    guard frame == nil else { return }
    var cursor = ByteCursor(segment)
    guard let depth = cursor.byte(), let height = cursor.word(), let width = cursor.word(),
      let count = cursor.byte()
    else { return }
    frame = marker
    precision = Int(depth)
    size = PixelSize(width: width, height: height)
    for _ in 0..<count {
      guard cursor.byte() != nil, let sampling = cursor.byte(), cursor.byte() != nil else { return }
      components.append(Component(horizontal: Int(sampling >> 4), vertical: Int(sampling & 15)))
    }
  }

  private mutating func readScan(_ segment: UnsafeRawBufferPointer) {
    if scans == 0 { componentsOfFirstScan = Int(segment.first ?? 0) }
    scans += 1
  }
}

extension JPEGHeader {
  /// The orientation by EXIF, of which the first segment counts.
  var orientation: Orientation { exif?.orientation ?? .upright }
  /// A Boolean value that indicates whether the colors are those of Adobe RGB, by EXIF.
  var isAdobeRGB: Bool { exif?.isAdobeRGB ?? false }

  var isProgressive: Bool { frame == 0xC2 || frame == 0xCA }
  var isArithmetic: Bool { (frame ?? 0) >= 0xC9 }

  /// A Boolean value that indicates whether the decoder has to keep the whole picture's coefficients until
  /// all passes are through.
  var isKeptWhole: Bool { isProgressive || componentsOfFirstScan < components.count }

  /// The bytes of those coefficients: two for each of the 64 of a block.
  var coefficientBytes: Int {
    guard isKeptWhole else { return 0 }
    let finest = PixelSize(
      width: components.map(\.horizontal).max() ?? 1, height: components.map(\.vertical).max() ?? 1)
    return components.reduce(0) { sum, component in
      let across = Self.blocks(size.width, component.horizontal, of: finest.width)
      let down = Self.blocks(size.height, component.vertical, of: finest.height)
      return sum + 128 * across * down
    }
  }

  /// Blocks of a channel along one side, as far as whole groups of blocks reach.
  private static func blocks(_ length: Int, _ sampling: Int, of finest: Int) -> Int {
    let group = 8 * max(1, finest)
    return (length + group - 1) / group * max(1, sampling)
  }
}
