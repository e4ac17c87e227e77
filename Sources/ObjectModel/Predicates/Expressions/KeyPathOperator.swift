/// An operator that combines the values at the end of a key path into one value.
package enum KeyPathOperator: String, CaseIterable {
  case count = "@count"
  case sum = "@sum"
  case average = "@avg"
  case minimum = "@min"
  case maximum = "@max"
  case union = "@unionOfObjects"
  case distinctUnion = "@distinctUnionOfObjects"

  /// Returns a Boolean value that indicates whether the operator accepts values of a type; `nil` stands for a
  /// path to objects.
  package func accepts(_ type: AttributeType?) -> Bool {
    switch self {
    case .count, .union, .distinctUnion: true
    case .sum, .average: type?.isNumber ?? false
    case .minimum, .maximum: type.map { $0.isOrdered || $0.isText } ?? false
    }
  }

  /// The values that the operator accepts, in words.
  package var demand: String {
    switch self {
    case .count, .union, .distinctUnion: "everything"
    case .sum, .average: "numbers"
    case .minimum, .maximum: "numbers, dates and text"
    }
  }
}
