internal import Foundation
internal import ObjectStore

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
    return bytes.starts(with: BinaryPropertyList.magic) ? isSafe(binary: bytes) : isSafe(xml: bytes)
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
