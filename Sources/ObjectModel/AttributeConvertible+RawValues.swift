/// Types with raw values, such as enumerations: the attribute holds the raw value.
///
/// ```swift
/// enum Flag: Int16, CaseIterable, AttributeConvertible {
///   case undecided, picked, rejected
/// }
/// ```
///
/// An enumeration that does not list its cases also names the one that is ``missing``. A raw value that the type does not
/// have, such as one that a later version of the program has written, reads as ``missing`` or nil, and stays in the row
/// until the property is set.
extension AttributeConvertible where Self: RawRepresentable, Self.RawValue: AttributeConvertible {
  /// The raw value as the column holds it.
  public var propertyValue: PropertyValue { rawValue.propertyValue }

  /// Reads a raw value; nil when the type does not have it.
  public init?(propertyValue: PropertyValue) {
    guard let rawValue = RawValue(propertyValue: propertyValue) else { return nil }
    self.init(rawValue: rawValue)
  }
}

extension AttributeConvertible where Self: RawRepresentable & CaseIterable {
  /// The first case.
  public static var missing: Self { allCases[allCases.startIndex] }
}
