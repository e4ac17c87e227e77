package import Foundation

/// The objects of a binary property list, read one by one, from untrusted bytes.
///
/// The format is that of CFBinaryPList.c: objects, a table of their offsets, and a trailer of 32 bytes. Foundation's own
/// decoder recurses without a limit, and rejects the references between objects (UIDs) of keyed archives.
package struct BinaryPropertyList {
  /// An object, whose parts are the indexes of other objects.
  package enum Object: Hashable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case real(Double)
    /// Seconds since 2001-01-01 00:00 UTC.
    case date(Double)
    case data(Data)
    case string(String)
    /// A reference of a keyed archive to an entry of its list of objects.
    case uid(Int)
    case array([Int])
    case dictionary(keys: [Int], values: [Int])
  }

  private let bytes: [UInt8]
  private let offsetSize: Int
  private let referenceSize: Int
  private let table: Int
  /// The number of objects.
  package let count: Int
  /// The index of the outermost object.
  package let top: Int

  /// The bytes at the beginning of each list.
  package static let magic = Array("bplist00".utf8)

  /// Parses the trailer; returns `nil` if the bytes are no binary property list.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count >= 40, bytes.starts(with: Self.magic) else { return nil }
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

  /// Returns the indexes of the parts of an object, keys before values; `nil` if it is malformed.
  ///
  /// - Complexity: O(*n*) in the number of parts.
  package func parts(of object: Int) -> [Int]? {
    guard let offset = offset(of: object) else { return nil }
    let kind = bytes[offset] >> 4
    guard kind >= 0xA else { return [] }
    guard let (size, start) = size(at: offset) else { return nil }
    // A dictionary has as many keys as values.
    let (length, overflows) = size.multipliedReportingOverflow(by: kind == 0xD ? 2 : 1)
    guard !overflows, start <= table, length <= (table - start) / referenceSize else { return nil }
    var parts: [Int] = []
    for index in 0..<length {
      guard let part = Self.number(bytes, at: start + index * referenceSize, size: referenceSize),
        part < count
      else { return nil }
      parts.append(part)
    }
    return parts
  }

  /// Returns an object; `nil` if it is malformed.
  ///
  /// - Complexity: O(*n*) in its size, without its parts.
  package subscript(object: Int) -> Object? {
    guard let offset = offset(of: object) else { return nil }
    let low = Int(bytes[offset] & 0xF)
    switch bytes[offset] >> 4 {
    case 0x0:
      switch low {
      case 0: return .null
      case 8, 9: return .boolean(low == 9)
      default: return nil
      }
    case 0x1: return low <= 4 ? integer(at: offset + 1, size: 1 << low) : nil
    case 0x2: return real(at: offset + 1, size: 1 << low).map { .real($0) }
    case 0x3: return low == 3 ? real(at: offset + 1, size: 8).map { .date($0) } : nil
    case 0x4: return run(at: offset, width: 1).map { .data(Data($0)) }
    case 0x5, 0x7: return run(at: offset, width: 1).map { .string(String(decoding: $0, as: UTF8.self)) }
    case 0x6: return run(at: offset, width: 2).map { .string(Self.text($0)) }
    case 0x8: return Self.number(bytes, at: offset + 1, size: low + 1).map { .uid($0) }
    case 0xA, 0xC: return parts(of: object).map { .array($0) }
    case 0xD:
      guard let parts = parts(of: object) else { return nil }
      return .dictionary(
        keys: Array(parts.prefix(parts.count / 2)), values: Array(parts.suffix(parts.count / 2)))
    default: return nil
    }
  }

  // MARK: Bytes

  private func offset(of object: Int) -> Int? {
    guard object >= 0, object < count,
      let offset = Self.number(bytes, at: table + object * offsetSize, size: offsetSize), offset < table
    else { return nil }
    return offset
  }

  /// Returns the number of elements of an object, and the position of the first.
  private func size(at offset: Int) -> (size: Int, start: Int)? {
    let size = Int(bytes[offset] & 0xF)
    guard size == 0xF else { return (size, offset + 1) }
    let start = offset + 1
    guard start < table, bytes[start] >> 4 == 1, bytes[start] & 0xF <= 3 else { return nil }
    let width = 1 << Int(bytes[start] & 0xF)
    return Self.number(bytes, at: start + 1, size: width).map { ($0, start + 1 + width) }
  }

  /// Returns the bytes of an object whose elements have that width.
  private func run(at offset: Int, width: Int) -> ArraySlice<UInt8>? {
    guard let (size, start) = size(at: offset), start <= table, size <= (table - start) / width else {
      return nil
    }
    return bytes[start..<start + size * width]
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    let units = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map {
      UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
    }
    return String(decoding: units, as: UTF16.self)
  }

  /// Returns a number of 1 to 16 bytes; only those of 8 are signed, and of 16 the lower half is read.
  private func integer(at offset: Int, size: Int) -> Object? {
    guard offset <= table - size else { return nil }
    let low = bytes[(offset + max(0, size - 8))..<offset + size]
    return .integer(Int64(truncatingIfNeeded: low.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }))
  }

  private func real(at offset: Int, size: Int) -> Double? {
    guard size == 4 || size == 8, offset <= table - size else { return nil }
    let bits = bytes[offset..<offset + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return size == 4 ? Double(Float(bitPattern: UInt32(bits))) : Double(bitPattern: bits)
  }

  /// Returns a big-endian number; `nil` if it is out of bounds or too large.
  private static func number(_ bytes: [UInt8], at offset: Int, size: Int) -> Int? {
    guard offset >= 0, size <= bytes.count, offset <= bytes.count - size else { return nil }
    let number = bytes[offset..<offset + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return number <= UInt64(Int32.max) ? Int(number) : nil
  }
}
