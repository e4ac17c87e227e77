internal import Foundation

extension ValueForm {
  /// Returns the value that a column of this form holds as `column`: the inverse of ``PropertyValue/columnValue``.
  ///
  /// - Returns: `nil` if the storage class is not one of the form, and null for text that is no address.
  package func value(ofColumn column: PropertyValue) -> PropertyValue? {
    switch (self, column) {
    case (.integer, .integer), (.real, .real), (.string, .string), (.data, .data): column
    case (.boolean, .integer(let number)): .boolean(number != 0)
    case (.date, .real(let seconds)): .date(Date(timeIntervalSinceReferenceDate: seconds))
    case (.date, .integer(let seconds)): .date(Date(timeIntervalSinceReferenceDate: Double(seconds)))
    case (.real, .integer(let number)): .real(Double(number))
    case (.decimal, .real(let number)): Self.decimal(number)
    case (.decimal, .integer(let number)): Self.decimal(Double(number))
    case (.transformed, .data(let bytes)): .transformed(TransformedValue(bytes: bytes))
    case (.url, .string(let text)): URL(string: text).map { .url($0) } ?? .null
    case (.uuid, .data(let bytes)) where bytes.count == 16:
      .uuid(bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) })
    default: nil
    }
  }

  /// Converts through the shortest text of the number, which restores the digits that were written.
  private static func decimal(_ number: Double) -> PropertyValue {
    Decimal(string: "\(number)").map { .decimal($0) } ?? .null
  }
}
