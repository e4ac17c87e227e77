internal import Foundation

extension AttributeType {
  /// Why an attribute of the type cannot hold the value; nil when it can.
  func misfit(_ value: PropertyValue) -> ValidationError.Rule? {
    switch (self, value) {
    case (_, .null): nil
    case (.integer16, .integer(let number)): Int16(exactly: number) == nil ? .outOfRange(self) : nil
    case (.integer32, .integer(let number)): Int32(exactly: number) == nil ? .outOfRange(self) : nil
    case (.integer64, .integer), (.double, .real), (.decimal, .decimal), (.string, .string),
      (.boolean, .boolean), (.date, .date), (.binary, .data), (.uuid, .uuid), (.uri, .url):
      nil
    case (.float, .real(let number)):
      number.isFinite && abs(number) > Double(Float.greatestFiniteMagnitude) ? .outOfRange(self) : nil
    case (.transformable, .transformed(let value)): value.defect.map { .notEncodable("\($0)") }
    // Whole numbers that no integer type holds travel as decimals.
    case (.integer16, .decimal), (.integer32, .decimal), (.integer64, .decimal): .outOfRange(self)
    default: .wrongType(self)
    }
  }

  /// A phrase for the type's values, for use in a sentence.
  var phrase: String {
    switch self {
    case .integer16: "a whole number of 16 bits"
    case .integer32: "a whole number of 32 bits"
    case .integer64: "a whole number of 64 bits"
    case .decimal: "a decimal number"
    case .double: "a real number"
    case .float: "a real number of 32 bits"
    case .string: "text"
    case .boolean: "true or false"
    case .date: "a date"
    case .binary: "bytes"
    case .uuid: "a UUID"
    case .uri: "an address"
    case .transformable: "a value that its transformer knows"
    }
  }

  /// A Boolean value that indicates whether values have an order that limits can use.
  var isOrdered: Bool {
    switch self {
    case .integer16, .integer32, .integer64, .decimal, .double, .float, .date: true
    default: false
    }
  }

  /// A Boolean value that indicates whether values are text.
  var isText: Bool { self == .string || self == .uri }
}
