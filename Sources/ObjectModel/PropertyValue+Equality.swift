extension PropertyValue: Hashable {
  /// Returns a Boolean value that indicates whether two values are the same.
  ///
  /// Texts are the same if their Unicode scalars are, as in stores and predicates: "é" as one scalar is another value than
  /// "é" as two, although Swift's strings are equal.
  public static func == (left: PropertyValue, right: PropertyValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.integer(let left), .integer(let right)): left == right
    case (.real(let left), .real(let right)): left == right
    case (.boolean(let left), .boolean(let right)): left == right
    case (.string(let left), .string(let right)): left.isExactly(right)
    case (.date(let left), .date(let right)): left == right
    case (.data(let left), .data(let right)): left == right
    case (.uuid(let left), .uuid(let right)): left == right
    case (.url(let left), .url(let right)): left == right
    case (.decimal(let left), .decimal(let right)): left == right
    case (.transformed(let left), .transformed(let right)): left == right
    case (.reference(let left), .reference(let right)): left == right
    default: false
    }
  }

  /// Hashes the value by its kind and what ``==(_:_:)`` compares.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0 as UInt8)
    case .integer(let value): hasher.combine(1 as UInt8, value)
    case .real(let value): hasher.combine(2 as UInt8, value)
    case .boolean(let value): hasher.combine(3 as UInt8, value)
    case .string(var value):
      hasher.combine(4 as UInt8)
      value.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    case .date(let value): hasher.combine(5 as UInt8, value)
    case .data(let value): hasher.combine(6 as UInt8, value)
    case .uuid(let value): hasher.combine(7 as UInt8, value)
    case .url(let value): hasher.combine(8 as UInt8, value)
    case .decimal(let value): hasher.combine(9 as UInt8, value)
    case .transformed(let value): hasher.combine(10 as UInt8, value)
    case .reference(let value): hasher.combine(11 as UInt8, value)
    }
  }
}

extension Hasher {
  fileprivate mutating func combine(_ kind: UInt8, _ value: some Hashable) {
    combine(kind)
    combine(value)
  }
}
