internal import Foundation

/// A conversion of attribute values from one type to another.
///
/// A conversion either loses nothing, or its loss is defined: a decimal number becomes the nearest real number, and a
/// real number the nearest one of 32 bits. A value that has no counterpart is not converted: `1.5` is no integer, and
/// `40000` no integer of 16 bits.
///
/// Text is the form that ``AttributeType/decimal`` and the other types have in an XML store: `3.14`, `true`,
/// `2024-02-29T12:30:05Z`, the digits of a UUID, the address of a URI. Between dates and numbers, the number is seconds
/// since 2001-01-01 00:00 UTC. Between text and bytes, the bytes are UTF-8.
public struct AttributeConversion: Hashable, Sendable {
  /// The type of the values that are converted.
  public let source: AttributeType
  /// The type of the converted values.
  public let destination: AttributeType

  /// Creates the conversion between two types, which may be equal.
  ///
  /// - Returns: `nil` if no conversion is defined, as from bytes to a number.
  public init?(from source: AttributeType, to destination: AttributeType) {
    let forms = (source.traits.form, destination.traits.form)
    guard forms.0 == forms.1 || Self.forms[forms.0]?.contains(forms.1) == true else { return nil }
    self.source = source
    self.destination = destination
  }

  /// The forms to which each form can be converted.
  private static let forms: [ValueForm: Set<ValueForm>] = [
    .integer: [.real, .decimal, .string, .boolean, .date],
    .real: [.integer, .decimal, .string, .date],
    .decimal: [.integer, .real, .string],
    .string: [.integer, .real, .decimal, .boolean, .date, .uuid, .url, .data],
    .boolean: [.integer, .string],
    .date: [.integer, .real, .string],
    .data: [.string, .uuid, .transformed],
    .uuid: [.string, .data],
    .url: [.string],
    .transformed: [.data],
  ]

  /// Returns the converted value, or `nil` if the destination has no counterpart of it.
  ///
  /// Null stays null.
  public func value(_ value: PropertyValue) -> PropertyValue? {
    if value.isNull { return .null }
    guard let converted = value.converted(to: destination), destination.misfit(converted) == nil else {
      return nil
    }
    return converted
  }
}

extension PropertyValue {
  /// Returns the value in the form of a type, without regard to its limits.
  fileprivate func converted(to type: AttributeType) -> PropertyValue? {
    switch type.traits.form {
    case .integer: wholeNumber.map { .integer($0) }
    case .real:
      realNumber.map { number in
        let rounded = type.rounded(number)
        // A number out of range stays, and is refused as such.
        return .real(rounded.isFinite ? rounded : number)
      }
    case .decimal: decimalNumber.map { .decimal($0) }
    case .boolean: truth.map { .boolean($0) }
    case .string: plainText.map { .string($0) }
    case .date: date.map { .date($0) }
    case .data: bytes.map { .data($0) }
    case .uuid: uuid.map { .uuid($0) }
    case .url: address.map { .url($0) }
    case .transformed: bytes.map { .transformed(TransformedValue(bytes: $0)) }
    }
  }

  private var wholeNumber: Int64? {
    switch self {
    case .integer(let number): number
    case .real(let number): Int64(exactly: number)
    case .decimal(let number): Int64(DecimalText.text(number))
    case .boolean(let flag): flag ? 1 : 0
    case .date(let date): Int64(exactly: date.timeIntervalSinceReferenceDate)
    case .string(let text): Int64(text)
    default: nil
    }
  }

  private var realNumber: Double? {
    let number: Double? =
      switch self {
      case .integer(let number): Double(exactly: number)
      case .real(let number): number
      case .decimal(let number): Double(DecimalText.text(number))
      case .date(let date): date.timeIntervalSinceReferenceDate
      case .string(let text): Self.real(text)
      default: nil
      }
    return number.flatMap { $0.isNaN ? nil : $0 }
  }

  /// Reads a real number; one that is too large for the type is none, though Swift reads it as infinity.
  private static func real(_ text: String) -> Double? {
    guard let number = Double(text) else { return nil }
    return number.isInfinite && text.contains(where: \.isWholeNumber) ? nil : number
  }

  private var decimalNumber: Decimal? {
    let number: Decimal? =
      switch self {
      case .integer(let number): Decimal(number)
      case .real(let number): number.isFinite ? Decimal(string: "\(number)") : nil
      case .decimal(let number): number
      case .string(let text): DecimalText.number(text)
      default: nil
      }
    return number.flatMap { $0.isNaN ? nil : $0 }
  }

  private var truth: Bool? {
    switch self {
    case .boolean(let flag): flag
    case .integer(0), .string("false"): false
    case .integer(1), .string("true"): true
    default: nil
    }
  }

  private var plainText: String? {
    switch self {
    case .data(let data): String(data: data, encoding: .utf8)
    case .transformed: nil
    default: ValueText.text(self)
    }
  }

  private var date: Date? {
    switch self {
    case .date(let date): date
    case .string(let text) where text.hasSuffix("Z"): DateText.date(text)
    default: realNumber.map(Date.init(timeIntervalSinceReferenceDate:))
    }
  }

  private var bytes: Data? {
    switch self {
    case .data(let data): data
    case .string(let text): Data(text.utf8)
    case .uuid(let uuid): withUnsafeBytes(of: uuid.uuid) { Data($0) }
    case .transformed(let value): value.bytes
    default: nil
    }
  }

  private var uuid: UUID? {
    switch self {
    case .uuid(let uuid): uuid
    case .string(let text): UUID(uuidString: text)
    case .data(let data) where data.count == 16:
      data.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    default: nil
    }
  }

  /// The address; Foundation escapes text that is none, which would change it.
  private var address: URL? {
    switch self {
    case .url(let url): url
    case .string(let text): URL(string: text).flatMap { $0.absoluteString == text ? $0 : nil }
    default: nil
    }
  }
}
