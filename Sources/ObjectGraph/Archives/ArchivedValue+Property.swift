internal import Foundation
internal import ObjectModel

extension ArchivedValue {
  /// Makes the archived form of the value of an attribute; nil for one that has none, such as a transformable value that
  /// cannot be encoded.
  init?(_ value: PropertyValue) {
    switch value {
    case .null: self = .null
    case .boolean(let flag): self = .boolean(flag)
    case .integer(let number): self = .integer(number)
    // JSON has no infinity, and reads “-0” as a whole number without a sign.
    case .real(let number) where number.isFinite && !(number == 0 && number.sign == .minus):
      self = .real(number)
    case .transformed(let value) where value.defect != nil: return nil
    default:
      guard let text = ValueText.text(value) else { return nil }
      self = .text(text)
    }
  }

  /// Returns the value for an attribute of a type; nil if the type has no such value.
  func value(of type: AttributeType) -> PropertyValue? {
    let value = unchecked(type.traits.form, type)
    return value.flatMap { type.misfit($0) == nil ? $0 : nil }
  }

  private func unchecked(_ form: ValueForm, _ type: AttributeType) -> PropertyValue? {
    switch (self, form) {
    case (.null, _): .null
    case (.boolean(let flag), .boolean): .boolean(flag)
    case (.integer(let number), .integer): .integer(number)
    case (.integer(let number), .real): .real(Double(number))
    case (.integer(let number), .decimal): .decimal(Decimal(number))
    case (.real(let number), .real): .real(number)
    case (.real(let number), .decimal): Decimal(string: String(number)).map { .decimal($0) }
    case (.text, .integer), (.text, .boolean): nil
    case (.text(let text), _): ValueText.value(text, type)
    default: nil
    }
  }
}
