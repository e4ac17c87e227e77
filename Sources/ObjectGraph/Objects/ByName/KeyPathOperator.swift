/// An operator that combines the values at the end of a key path into one value.
enum KeyPathOperator: String, CaseIterable {
  case count = "@count"
  case sum = "@sum"
  case average = "@avg"
  case minimum = "@min"
  case maximum = "@max"
  case union = "@unionOfObjects"
  case distinctUnion = "@distinctUnionOfObjects"

  /// Returns a Boolean value that indicates whether the operator accepts values of a type; `nil` stands for a
  /// path to objects.
  func accepts(_ type: AttributeType?) -> Bool {
    switch self {
    case .count, .union, .distinctUnion: true
    case .sum, .average: type?.isNumber ?? false
    case .minimum, .maximum: type.map { $0.isOrdered || $0.isText } ?? false
    }
  }

  /// The values that the operator accepts, in words.
  var demand: String {
    switch self {
    case .count, .union, .distinctUnion: "everything"
    case .sum, .average: "numbers"
    case .minimum, .maximum: "numbers, dates and text"
    }
  }

  /// The value or values that are made of many; values that do not fit the type are passed over.
  func apply(to all: [PropertyValue], of type: AttributeType?) -> KeyPathWalk.Result {
    let values = type.map { type in all.filter { type.misfit($0) == nil } } ?? all
    switch self {
    case .count: return .one(.integer(Int64(all.count)))
    case .sum: return .one(Aggregate.sum.apply(to: values, of: type))
    case .average: return .one(Aggregate.average.apply(to: values, of: type))
    case .minimum: return .one(Aggregate.minimum.apply(to: values, of: type))
    case .maximum: return .one(Aggregate.maximum.apply(to: values, of: type))
    case .union: return .many(values)
    case .distinctUnion:
      var seen: Set<PropertyValue> = []
      return .many(values.filter { seen.insert($0).inserted })
    }
  }
}
