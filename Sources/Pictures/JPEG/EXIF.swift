/// The one thing that is read of a photo's EXIF data.
enum EXIF {
  /// Returns the orientation in an APP1 segment; `nil` if it is not EXIF, is corrupt, or has no such tag.
  ///
  /// A segment is `Exif`, two zeros, and a small TIFF file: byte order, 42, where the first directory lies; there a count and
  /// that many entries of twelve bytes: tag, type, count, value (EXIF 2.32, section 4.5; TIFF 6.0, section 2).
  static func orientation(of segment: UnsafeRawBufferPointer) -> Orientation? {
    let mark: [UInt8] = [0x45, 0x78, 0x69, 0x66, 0, 0]
    guard segment.starts(with: mark) else { return nil }
    let tiff = UnsafeRawBufferPointer(rebasing: segment.dropFirst(mark.count))
    guard let order = ByteOrder(tiff), order.word(tiff, at: 2) == 42,
      let directory = order.long(tiff, at: 4), let count = order.word(tiff, at: directory)
    else { return nil }
    for index in 0..<count {
      let entry = directory + 2 + 12 * index
      guard let tag = order.word(tiff, at: entry) else { return nil }
      guard tag == 0x0112 else { continue }
      return order.value(tiff, at: entry).flatMap { Orientation(rawValue: UInt16($0)) }
    }
    return nil
  }
}

private enum ByteOrder {
  case little, big

  init?(_ tiff: UnsafeRawBufferPointer) {
    if tiff.starts(with: "II".utf8) {
      self = .little
    } else if tiff.starts(with: "MM".utf8) {
      self = .big
    } else {
      return nil
    }
  }

  func word(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Int? {
    guard offset >= 0, offset + 2 <= bytes.count else { return nil }
    let (first, second) = (Int(bytes[offset]), Int(bytes[offset + 1]))
    return self == .little ? second << 8 | first : first << 8 | second
  }

  func long(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Int? {
    guard let first = word(bytes, at: offset), let second = word(bytes, at: offset + 2) else { return nil }
    return self == .little ? second << 16 | first : first << 16 | second
  }

  /// The single number of an entry, which some cameras write as a long (type 4) in place of a short (type 3).
  func value(_ bytes: UnsafeRawBufferPointer, at entry: Int) -> Int? {
    switch word(bytes, at: entry + 2) {
    case 3: word(bytes, at: entry + 8)
    case 4: long(bytes, at: entry + 8).flatMap { $0 < 9 ? $0 : nil }
    default: nil
    }
  }
}
