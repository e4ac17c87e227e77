/// The directory of a zip file (PKWARE's APPNOTE.TXT 6.3, sections 4.3.12 to 4.3.16 and 4.5.3).
struct ZipDirectory {
  /// The place of the directory in the zip file.
  struct Place {
    let offset: Int
    let size: Int
    let count: Int
  }

  /// The largest directory that is read; 300,000 entries with names of 150 bytes have 60 MB.
  static let largestSize = 128 << 20
  private static let signature = 0x0201_4B50
  private static let endSignature = 0x0505_4B50
  private static let endSize = 22
  private static let largestComment = 65_535
  private static let locatorSize = 20

  /// The size of the end of a zip file in which the place of the directory is found.
  static let tailSize = endSize + largestComment + locatorSize

  /// Finds the end record in the last bytes of a zip file; `nil` if there is none.
  static func endRecord(in tail: [UInt8]) -> Int? {
    var position = tail.count - endSize
    let first = max(0, position - largestComment)
    while position >= first {
      if tail.long(at: position) == 0x0605_4B50, let comment = tail.short(at: position + 20),
        position + endSize + comment <= tail.count
      {
        return position
      }
      position -= 1
    }
    return nil
  }

  /// Returns the place by the end record; `nil` if the zip file has several parts.
  static func place(in tail: [UInt8], at end: Int) -> Place? {
    guard tail.short(at: end + 4) == 0, tail.short(at: end + 6) == 0, let count = tail.short(at: end + 10),
      let size = tail.long(at: end + 12), let offset = tail.long(at: end + 16)
    else { return nil }
    return Place(offset: offset, size: size, count: count)
  }

  /// Returns the offset of the end record of zip64; `nil` if the zip file has none.
  static func largeEndOffset(in tail: [UInt8], before end: Int) -> Int? {
    let position = end - locatorSize
    guard tail.long(at: position) == 0x0706_4B50 else { return nil }
    return tail.huge(at: position + 8)
  }

  /// Returns the place by the end record of zip64.
  static func largePlace(in record: [UInt8]) -> Place? {
    guard record.long(at: 0) == 0x0606_4B50, record.long(at: 16) == 0, record.long(at: 20) == 0,
      let count = record.huge(at: 32), let size = record.huge(at: 40), let offset = record.huge(at: 48)
    else { return nil }
    return Place(offset: offset, size: size, count: count)
  }

  /// Reads the entries; `nil` if the directory is damaged.
  ///
  /// Programs that do not write zip64, such as the Archive Utility of macOS, state the lowest 16 bits of a larger number
  /// (https://github.com/thejoshwolfe/yauzl/issues/60). Therefore the entries are read to the end, and the number is a check.
  static func entries(in bytes: [UInt8], count: Int) -> [ZipEntry]? {
    var entries: [ZipEntry] = []
    var position = 0
    while bytes.long(at: position) == signature {
      guard let (entry, next) = entry(in: bytes, at: position) else { return nil }
      entries.append(entry)
      position = next
    }
    // A digital signature may follow.
    guard position == bytes.count || bytes.long(at: position) == endSignature else { return nil }
    return entries.count >= count && (entries.count - count) % 65_536 == 0 ? entries : nil
  }

  private static func entry(in bytes: [UInt8], at start: Int) -> (ZipEntry, next: Int)? {
    guard bytes.long(at: start) == signature, let flags = bytes.short(at: start + 8),
      let method = bytes.number(at: start + 10, as: UInt16.self),
      let checksum = bytes.number(at: start + 16, as: UInt32.self),
      let compressed = bytes.long(at: start + 20), let size = bytes.long(at: start + 24),
      let nameSize = bytes.short(at: start + 28), let extraSize = bytes.short(at: start + 30),
      let commentSize = bytes.short(at: start + 32), let offset = bytes.long(at: start + 42)
    else { return nil }
    let extraStart = start + 46 + nameSize
    let next = extraStart + extraSize + commentSize
    guard next <= bytes.count else { return nil }
    var large = LargeSizes(in: bytes, from: extraStart, to: extraStart + extraSize)
    guard let size = large.value(size), let compressed = large.value(compressed),
      let offset = large.value(offset)
    else { return nil }
    // Names are UTF-8 in every zip file of this century that has other characters than those of ASCII.
    let name = String(decoding: bytes[(start + 46)..<extraStart], as: UTF8.self)
    let entry = ZipEntry(
      name: name, size: size, checksum: checksum, compressedSize: compressed, method: method,
      isEncrypted: flags & 1 != 0, headerOffset: offset)
    return (entry, next)
  }
}

/// The numbers of an entry that have no room in four bytes: the extra field of zip64.
private struct LargeSizes {
  private let bytes: [UInt8]
  private var position: Int
  private var end: Int

  init(in bytes: [UInt8], from start: Int, to end: Int) {
    (self.bytes, position, self.end) = (bytes, start, start)
    var field = start
    while let id = bytes.short(at: field), let size = bytes.short(at: field + 2), field + 4 + size <= end {
      if id == 1 {
        (position, self.end) = (field + 4, field + 4 + size)
        return
      }
      field += 4 + size
    }
  }

  /// Returns a number, or that of the extra field if it stands there; `nil` if it is missing.
  mutating func value(_ number: Int) -> Int? {
    guard number == 0xFFFF_FFFF else { return number }
    guard position + 8 <= end, let large = bytes.huge(at: position) else { return nil }
    position += 8
    return large
  }
}
