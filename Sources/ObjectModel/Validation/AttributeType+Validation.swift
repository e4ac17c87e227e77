internal import Foundation

extension AttributeType {
  /// Returns the rule that forbids the value for an attribute of the type, or `nil` if the type can hold it.
  package func misfit(_ value: PropertyValue) -> ValidationError.Rule? {
    let form = traits.form
    switch value {
    case .null: return nil
    case .integer(let number) where form == .integer:
      return traits.integers?.contains(number) ?? true ? nil : .outOfRange(self)
    case .real(let number) where form == .real:
      guard let limit = traits.greatestReal, number.isFinite else { return nil }
      return number.magnitude > limit ? .outOfRange(self) : nil
    case .transformed(let value) where form == .transformed:
      return value.defect.map { .notEncodable("\($0)") }
    case .url(let url) where form == .url: return url.hasReadableText ? nil : .wrongType(self)
    // An integer that does not fit 64 bits arrives as a decimal.
    case .decimal where form == .integer: return .outOfRange(self)
    default: return value.form == form ? nil : .wrongType(self)
    }
  }

  /// Returns the real number as which the type holds a number: that of 32 bits for a type with such.
  func rounded(_ number: Double) -> Double { traits.greatestReal == nil ? number : Double(Float(number)) }

  /// Returns the value of the type that is nearest to a count or a sum, which can be beyond the limits of the type.
  package func nearest(to result: PropertyValue) -> PropertyValue {
    switch (traits.form, result) {
    case (.integer, .integer(let number)):
      let limits = traits.integers ?? Int64.min...Int64.max
      return .integer(min(max(number, limits.lowerBound), limits.upperBound))
    // The sum of integers is a real number if it does not fit 64 bits.
    case (.integer, .real(let number)): return nearest(to: .integer(number < 0 ? .min : .max))
    case (.real, .real(let number)):
      guard let limit = traits.greatestReal, number.isFinite else { return result }
      return .real(min(max(number, -limit), limit))
    default: return result
    }
  }
}

extension URL {
  /// A Boolean value that indicates whether the text of the address, as which stores keep it, is read as this address.
  ///
  /// Foundation makes some addresses that it does not read, such as an empty one or one whose port is no number.
  fileprivate var hasReadableText: Bool { URL(string: absoluteString)?.absoluteString == absoluteString }
}
