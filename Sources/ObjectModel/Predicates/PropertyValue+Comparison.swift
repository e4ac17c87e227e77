package import Foundation

extension PropertyValue {
  /// The value as a column of a store holds it, which is how values are compared everywhere: null, a whole or
  /// a real number, text or bytes.
  ///
  /// Truth values are 0 and 1, dates seconds since 2001, decimal numbers are rounded to real ones, an object
  /// is its key. What is not a number (NaN) is null, as SQLite makes it.
  package var columnValue: PropertyValue {
    switch self {
    case .null, .integer, .string, .data: self
    case .real(let value): Self.number(value)
    case .boolean(let value): .integer(value ? 1 : 0)
    case .date(let value): Self.number(value.timeIntervalSinceReferenceDate)
    case .uuid(let value): .data(withUnsafeBytes(of: value.uuid) { Data($0) })
    case .url(let value): .string(value.absoluteString)
    case .decimal(let value): Self.number(Double(value.description) ?? .nan)
    case .transformed(let value): .data(value.bytes)
    case .reference(let id): .integer(id.key)
    }
  }

  /// The number, or null for what is none.
  package static func number(_ value: Double) -> PropertyValue { value.isNaN ? .null : .real(value) }

  /// Compares two column values as SQLite does: null, then numbers by their value, then text and then bytes,
  /// both byte by byte.
  ///
  /// Text is compared by its UTF-8 bytes, which is the order of the code points, and not as Swift compares
  /// strings: "é" as one code point and "é" as two differ.
  package static func compare(_ left: PropertyValue, _ right: PropertyValue) -> ComparisonResult {
    switch (left, right) {
    case (.string(let left), .string(let right)): compareBytes(left, right)
    case (.integer(let left), .integer(let right)): order(left, right)
    case (.real(let left), .real(let right)): order(left, right)
    case (.integer(let left), .real(let right)): compare(left, right)
    case (.real(let left), .integer(let right)): compare(right, left).reversed
    case (.data(let left), .data(let right)):
      left.withUnsafeBytes { left in right.withUnsafeBytes { compareBytes(left, $0) } }
    default: order(left.storageRank, right.storageRank)
    }
  }

  private var storageRank: Int {
    switch self {
    case .null: 0
    case .integer, .real: 1
    case .string: 2
    case .data, .boolean, .date, .uuid, .url, .decimal, .transformed, .reference: 3
    }
  }

  private static func order<Value: Comparable>(_ left: Value, _ right: Value) -> ComparisonResult {
    left < right ? .orderedAscending : left == right ? .orderedSame : .orderedDescending
  }

  /// Compares exactly, where a conversion to Double would round large whole numbers.
  private static func compare(_ integer: Int64, _ real: Double) -> ComparisonResult {
    guard real < 0x1p63 else { return .orderedAscending }
    guard real >= -0x1p63 else { return .orderedDescending }
    let whole = real.rounded(.towardZero)
    let result = order(integer, Int64(whole))
    return result == .orderedSame ? order(whole, real) : result
  }

  private static func compareBytes(_ left: String, _ right: String) -> ComparisonResult {
    let result = left.utf8.withContiguousStorageIfAvailable { left in
      right.utf8.withContiguousStorageIfAvailable { right in
        compareBytes(UnsafeRawBufferPointer(left), UnsafeRawBufferPointer(right))
      }
    }
    if let result, let result { return result }
    return left.utf8.elementsEqual(right.utf8)
      ? .orderedSame
      : left.utf8.lexicographicallyPrecedes(right.utf8) ? .orderedAscending : .orderedDescending
  }

  private static func compareBytes(
    _ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer
  ) -> ComparisonResult {
    if let leftStart = left.baseAddress, let rightStart = right.baseAddress {
      let difference = memcmp(leftStart, rightStart, Swift.min(left.count, right.count))
      if difference != 0 { return difference < 0 ? .orderedAscending : .orderedDescending }
    }
    return order(left.count, right.count)
  }
}

extension ComparisonResult {
  /// The result with the sides exchanged.
  package var reversed: ComparisonResult {
    switch self {
    case .orderedAscending: .orderedDescending
    case .orderedSame: .orderedSame
    case .orderedDescending: .orderedAscending
    }
  }
}
