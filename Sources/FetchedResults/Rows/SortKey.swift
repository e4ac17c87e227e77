import Foundation
import ObjectGraph

/// The values by which a row is sorted, as bytes whose order is that of the values.
///
/// Two rows are compared by comparing their bytes, whatever the number and the types of the values. A value is a byte for
/// its kind, and a form that keeps the order:
///
/// - null: nothing more.
/// - A number: the largest real number that is not above it, in the 8 bytes of its IEEE 754 format, changed so that negative
///   numbers come first; from 2^53 on, 2 bytes with the rest of a whole number.
/// - Text and bytes: the bytes, with 0 and 1 written as 1 1 and 1 2, and a 0 at the end.
///
/// In a descending order, all bytes of the value are inverted. No form of a value is the beginning of another one, so that
/// values follow each other without a length.
struct SortKey: Sendable {
  /// The bytes of all values.
  private(set) var bytes: [UInt8] = []

  /// Makes the key of no values.
  init() {}

  /// Makes a key of its bytes.
  init(bytes: [UInt8]) { self.bytes = bytes }

  /// Removes all values, and keeps the memory for others.
  mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  /// Compares two keys as `memcmp` compares bytes: negative, zero or positive.
  static func compare(_ left: RawSpan, _ right: RawSpan) -> Int {
    let shared = min(left.byteCount, right.byteCount)
    let difference = left.withUnsafeBytes { left in
      right.withUnsafeBytes { right in
        guard let left = left.baseAddress, let right = right.baseAddress else { return Int32(0) }
        return memcmp(left, right, shared)
      }
    }
    return difference != 0 ? Int(difference) : left.byteCount - right.byteCount
  }

  /// Compares the key with another one, as `memcmp`.
  borrowing func compare(_ other: borrowing SortKey) -> Int {
    Self.compare(bytes.span.bytes, other.bytes.span.bytes)
  }
}

// MARK: - Writing

extension SortKey {
  private enum Kind {
    static let null: UInt8 = 1
    static let number: UInt8 = 2
    static let text: UInt8 = 3
    static let data: UInt8 = 4
  }

  /// The byte at the end of text, and the one that marks an escaped byte.
  private static let end: UInt8 = 0
  private static let escape: UInt8 = 1

  /// Adds a value as a store's column holds it: null, a number, text or bytes.
  mutating func append(_ value: PropertyValue, ascending: Bool) {
    let start = bytes.count
    switch value {
    case .string(var text):
      bytes.append(Kind.text)
      text.withUTF8 { appendEscaped(UnsafeRawBufferPointer($0)) }
    case .integer(let integer):
      let (whole, rest) = Self.parts(of: integer)
      appendNumber(whole, rest)
    case .real(let real):
      appendNumber(real, 0)
    case .data(let data):
      bytes.append(Kind.data)
      data.withUnsafeBytes { appendEscaped($0) }
    default:
      assert(value == .null, "\(value) is no value of a column")
      bytes.append(Kind.null)
    }
    guard !ascending else { return }
    for index in start..<bytes.count { bytes[index] = ~bytes[index] }
  }

  private mutating func appendEscaped(_ text: UnsafeRawBufferPointer) {
    if Self.needsEscape(text) {
      for byte in text {
        if byte <= Self.escape { bytes.append(Self.escape) }
        bytes.append(byte <= Self.escape ? byte + 1 : byte)
      }
    } else {
      bytes.append(contentsOf: text)
    }
    bytes.append(Self.end)
  }

  /// Returns whether text contains a byte that is escaped; nearly none does.
  private static func needsEscape(_ text: UnsafeRawBufferPointer) -> Bool {
    guard let start = text.baseAddress else { return false }
    return memchr(start, Int32(end), text.count) != nil || memchr(start, Int32(escape), text.count) != nil
  }

  private mutating func appendNumber(_ number: Double, _ rest: UInt16) {
    bytes.append(Kind.number)
    let bits = (number == 0 ? 0 : number).bitPattern
    appendBytes(of: bits & 1 << 63 == 0 ? bits | 1 << 63 : ~bits)
    if Self.needsRest(number) { appendBytes(of: rest) }
  }

  private mutating func appendBytes(of number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
  }

  /// Returns the largest real number that is not above a whole one, and what remains.
  private static func parts(of integer: Int64) -> (Double, UInt16) {
    if let exact = Double(exactly: integer) { return (exact, 0) }
    let nearest = Double(integer)
    let below = nearest < 0x1p63 && Int64(nearest) < integer ? nearest : nearest.nextDown
    return (below, UInt16(integer - Int64(below)))
  }

  /// Returns whether whole numbers from a real one on are more than 1 apart, or soon will be.
  private static func needsRest(_ number: Double) -> Bool { number.magnitude >= 0x1p53 }
}

// MARK: - Reading

extension SortKey {
  /// The first values.
  ///
  /// - Parameter lastLength: The number of Unicode scalars that are kept of the last of them, if it is a text; `nil` for all.
  func prefix(_ count: Int, lastLength: Int? = nil) -> SortKey {
    var (start, end) = (0, 0)
    for _ in 0..<count { (start, end) = (end, self.end(ofValueAt: end)) }
    if let lastLength { end = self.end(ofScalars: lastLength, in: start..<end) }
    return SortKey(bytes: Array(bytes[..<end]))
  }

  /// Returns the end of some scalars of a value, which is its own end if it is no text, or a shorter one.
  private func end(ofScalars count: Int, in value: Range<Int>) -> Int {
    guard let kind = bytes[value].first else { return value.upperBound }
    let inversion: UInt8 = kind > Kind.data ? 0xFF : 0
    guard kind ^ inversion == Kind.text else { return value.upperBound }
    var (place, seen) = (value.lowerBound + 1, 0)
    while place < value.upperBound, bytes[place] ^ inversion != Self.end {
      let byte = bytes[place] ^ inversion
      // The bytes of UTF-8 after the first of a scalar begin with 10.
      if byte & 0xC0 != 0x80 {
        if seen == count { return place }
        seen += 1
      }
      place += byte == Self.escape ? 2 : 1
    }
    return value.upperBound
  }

  /// The last value; whole numbers are integers, whatever they were.
  ///
  /// - Parameter count: The number of values in the key.
  func last(of count: Int, ascending: Bool) -> PropertyValue {
    let value = bytes[prefix(count - 1).bytes.count...].map { ascending ? $0 : ~$0 }
    switch value.first {
    case Kind.number: return Self.number(value.dropFirst())
    case Kind.text: return .string(String(decoding: Self.unescaped(value.dropFirst()), as: UTF8.self))
    case Kind.data: return .data(Data(Self.unescaped(value.dropFirst())))
    default: return .null
    }
  }

  /// Returns the end of the value that begins at an offset.
  private func end(ofValueAt start: Int) -> Int {
    // In a descending order, the kinds are inverted.
    let inversion: UInt8 = bytes[start] > Kind.data ? 0xFF : 0
    switch bytes[start] ^ inversion {
    case Kind.null: return start + 1
    case Kind.number:
      let number = Self.real(bytes[(start + 1)..<(start + 9)].map { $0 ^ inversion })
      return start + (Self.needsRest(number) ? 11 : 9)
    default:
      let end = bytes[start...].firstIndex(of: Self.end ^ inversion)
      return end.map { $0 + 1 } ?? bytes.count
    }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> PropertyValue {
    let number = real(bytes.prefix(8))
    guard let whole = Int64(exactly: number) else { return .real(number) }
    return .integer(needsRest(number) ? whole + Int64(bytes.suffix(2).integer) : whole)
  }

  private static func real(_ bytes: some Sequence<UInt8>) -> Double {
    let bits = bytes.integer
    return Double(bitPattern: bits & 1 << 63 == 0 ? ~bits : bits & ~(1 << 63))
  }

  private static func unescaped(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    var isEscaped = false
    // The beginning of a text has no end.
    for byte in bytes.last == end ? bytes.dropLast() : bytes {
      if byte == escape, !isEscaped {
        isEscaped = true
      } else {
        text.append(isEscaped ? byte - 1 : byte)
        isEscaped = false
      }
    }
    return text
  }
}

extension Sequence<UInt8> {
  /// The number that the bytes are, the most significant one first.
  fileprivate var integer: UInt64 { reduce(0) { $0 << 8 | UInt64($1) } }
}
