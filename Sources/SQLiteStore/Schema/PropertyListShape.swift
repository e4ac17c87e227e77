internal import Foundation

/// The nesting of a property list, measured before it is decoded.
///
/// Foundation's decoder recurses without a limit: 300 levels overflow the stack of a dispatch thread (seen in Swift 6.3),
/// and a list whose parts refer to each other can stand for any number of values.
enum PropertyListShape {
  /// The maximum number of levels that are decoded; stores have four.
  static let depthLimit = 32
  /// The maximum number of values that are decoded.
  static let countLimit = 1_000_000

  /// Returns whether the list, binary or XML, is within the limits and can be decoded.
  ///
  /// - Complexity: O(*n*) in the length of the list.
  static func isSafe(_ data: Data) -> Bool {
    let bytes = [UInt8](data)
    return bytes.starts(with: Array("bplist00".utf8)) ? isSafe(binary: bytes) : isSafe(xml: bytes)
  }

  // MARK: XML

  private static func isSafe(xml bytes: [UInt8]) -> Bool {
    guard bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "<") else { return false }
    var (depth, position) = (0, 0)
    while let start = bytes[position...].firstIndex(of: UInt8(ascii: "<")) {
      let rest = bytes[start...]
      let ending = remarks.first { rest.starts(with: $0.start) }?.end ?? Array(">".utf8)
      guard let end = index(of: ending, in: rest) else { return false }
      let second = rest.dropFirst().first
      if second == UInt8(ascii: "/") {
        depth -= 1
      } else if second != UInt8(ascii: "!"), second != UInt8(ascii: "?"), bytes[end - 1] != UInt8(ascii: "/")
      {
        depth += 1
      }
      guard depth <= depthLimit else { return false }
      position = end + ending.count
    }
    return true
  }

  /// The parts that can contain a `>` or a `<` that does not belong to a tag.
  private static let remarks: [(start: [UInt8], end: [UInt8])] = [
    (Array("<!--".utf8), Array("-->".utf8)), (Array("<![CDATA[".utf8), Array("]]>".utf8)),
  ]

  private static func index(of pattern: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
    var position = bytes.startIndex
    while let next = bytes[position...].firstIndex(of: pattern[0]) {
      if bytes[next...].starts(with: pattern) { return next }
      position = next + 1
    }
    return nil
  }

  // MARK: Binary

  /// Traverses the list level by level, and counts the occurrences of each object.
  private static func isSafe(binary bytes: [UInt8]) -> Bool {
    guard let list = BinaryPropertyList(bytes) else { return false }
    var level = [list.top: 1]
    var count = 0
    for _ in 0..<depthLimit {
      var next: [Int: Int] = [:]
      for (object, occurrences) in level {
        count += occurrences
        guard count <= countLimit, let parts = list.parts(of: object) else { return false }
        for part in parts { next[part, default: 0] += occurrences }
      }
      if next.isEmpty { return true }
      level = next
    }
    return false
  }
}

/// The objects of a binary property list and their parts.
private struct BinaryPropertyList {
  private let bytes: [UInt8]
  private let offsetSize: Int
  private let referenceSize: Int
  private let count: Int
  private let table: Int
  /// The outermost object.
  let top: Int

  /// Parses the trailer; returns `nil` if it is malformed.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 40 else { return nil }
    self.bytes = bytes
    let trailer = bytes.count - 32
    (offsetSize, referenceSize) = (Int(bytes[trailer + 6]), Int(bytes[trailer + 7]))
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
      let count = Self.number(bytes, at: trailer + 8, size: 8),
      let top = Self.number(bytes, at: trailer + 16, size: 8),
      let table = Self.number(bytes, at: trailer + 24, size: 8),
      count <= trailer, top < count, table <= trailer, (trailer - table) / offsetSize >= count
    else { return nil }
    (self.count, self.top, self.table) = (count, top, table)
  }

  /// Returns the parts of an object; `nil` if it is malformed.
  func parts(of object: Int) -> [Int]? {
    guard object < count,
      let offset = Self.number(bytes, at: table + object * offsetSize, size: offsetSize), offset < table
    else { return nil }
    let kind = bytes[offset] >> 4
    guard kind >= 0xA else { return [] }
    var (size, start) = (Int(bytes[offset] & 0xF), offset + 1)
    if size == 0xF {
      guard start < table, bytes[start] >> 4 == 1, bytes[start] & 0xF <= 3 else { return nil }
      let width = 1 << Int(bytes[start] & 0xF)
      guard let long = Self.number(bytes, at: start + 1, size: width) else { return nil }
      (size, start) = (long, start + 1 + width)
    }
    // A dictionary has as many keys as values.
    let (length, overflows) = size.multipliedReportingOverflow(by: kind == 0xD ? 2 : 1)
    guard !overflows, start <= table, length <= (table - start) / referenceSize else { return nil }
    var parts: [Int] = []
    for index in 0..<length {
      guard let part = Self.number(bytes, at: start + index * referenceSize, size: referenceSize) else {
        return nil
      }
      parts.append(part)
    }
    return parts
  }

  /// Returns a big-endian number; `nil` if it is out of bounds or too large.
  private static func number(_ bytes: [UInt8], at offset: Int, size: Int) -> Int? {
    guard offset >= 0, size <= bytes.count, offset <= bytes.count - size else { return nil }
    let number = bytes[offset..<offset + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return number <= UInt64(Int32.max) ? Int(number) : nil
  }
}
