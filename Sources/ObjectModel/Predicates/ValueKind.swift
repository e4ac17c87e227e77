/// Which values can be compared with each other.
package enum ValueKind: Hashable {
  case number
  case boolean
  case text
  case address
  case date
  case data
  case uuid
  case object(entity: String)
  /// A value that is always nil, and can be compared with everything.
  case nothing

  /// A Boolean value that indicates whether values of the kind are stored as text.
  var isText: Bool { self == .text || self == .address }

  /// A Boolean value that indicates whether the least and the greatest of values of the kind can be asked for.
  var hasExtremes: Bool {
    switch self {
    case .object, .data, .uuid, .boolean: false
    default: true
    }
  }

  /// Returns the kind of values that are of this kind or of the other, or `nil` if those cannot be compared with each
  /// other.
  ///
  /// Objects are compared if the entity of one inherits from that of the other, or is the same.
  func joined(with other: ValueKind, in model: ManagedObjectModel) -> ValueKind? {
    switch (self, other) {
    case (.nothing, _): return other
    case (_, .nothing): return self
    case (.object(let name), .object(let otherName)):
      guard let entity = model.entity(named: name), let otherEntity = model.entity(named: otherName) else {
        return nil
      }
      if entity.family.contains(otherEntity.number) { return self }
      return otherEntity.family.contains(entity.number) ? other : nil
    default: return self == other || (isText && other.isText) ? self : nil
    }
  }

  /// Returns a Boolean value that indicates whether values of this kind can be compared with the value; null
  /// can be compared with everything.
  func accepts(_ value: PropertyValue, in model: ManagedObjectModel) -> Bool {
    switch (self, value) {
    case (_, .null), (.nothing, _): true
    case (.boolean, .integer(0)), (.boolean, .integer(1)): true
    case (.object(let name), .reference(let id)):
      model.entity(named: name).map { model.isObject(id, of: $0) } ?? false
    default: value.form.map { joined(with: $0.kind, in: model) != nil } ?? false
    }
  }
}

extension ValueKind: CustomStringConvertible {
  /// The kind with its article, as a sentence needs it.
  package var description: String {
    switch self {
    case .number: "a number"
    case .boolean: "true or false"
    case .text: "text"
    case .address: "an address"
    case .date: "a date"
    case .data: "data"
    case .uuid: "a UUID"
    case .object(let entity): "an object of \(entity)"
    case .nothing: "nil"
    }
  }
}

extension ResolvedKeyPath.End {
  /// Which values it can be compared with.
  var kind: ValueKind {
    switch self {
    case .attribute(_, let attribute): attribute.type.traits.form.kind
    case .reference(_, let destination), .object(let destination): .object(entity: destination.name)
    case .count: .number
    }
  }
}

extension ValueForm {
  /// The kind of the values, which determines the values with which they can be compared.
  package var kind: ValueKind {
    switch self {
    case .integer, .real, .decimal: .number
    case .string: .text
    case .boolean: .boolean
    case .date: .date
    case .data, .transformed: .data
    case .uuid: .uuid
    case .url: .address
    }
  }
}
