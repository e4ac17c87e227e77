internal import Foundation

/// A text form of attribute values that is readable and restores them exactly.
package enum ValueText {
  /// The value as text; nil for null and references.
  package static func text(_ value: PropertyValue) -> String? {
    switch value {
    case .null, .reference: nil
    case .integer(let number): String(number)
    case .real(let number): String(number)
    case .boolean(let flag): flag ? "true" : "false"
    case .string(let text): text
    case .date(let date): DateText.text(date)
    case .data(let data): data.base64EncodedString()
    case .transformed(let value): value.bytes.base64EncodedString()
    case .uuid(let uuid): uuid.uuidString
    case .url(let url): url.absoluteString
    case .decimal(let number): DecimalText.text(number)
    }
  }

  /// The value of an attribute of that type; nil when the text is none.
  package static func value(_ text: String, _ type: AttributeType) -> PropertyValue? {
    switch type.traits.form {
    case .integer: Int64(text).map { .integer($0) }
    case .real: Double(text).map { .real($0) }
    case .decimal: DecimalText.number(text).map { .decimal($0) }
    case .boolean: text == "true" ? .boolean(true) : text == "false" ? .boolean(false) : nil
    case .string: .string(text)
    case .date: DateText.date(text).map { .date($0) }
    case .data: Data(base64Encoded: text).map { .data($0) }
    case .transformed: Data(base64Encoded: text).map { .transformed(TransformedValue(bytes: $0)) }
    case .uuid: UUID(uuidString: text).map { .uuid($0) }
    case .url: URL(string: text).map { .url($0) }
    }
  }
}
