/// Objects are not fit to be saved.
///
/// All failures of a save come in one error; each is an error of its own too, for whoever wants to go through them.
public struct ValidationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One rule that one object does not keep.
  public struct Failure: Error, Sendable, CustomStringConvertible {
    /// The object.
    public let object: ManagedObjectID
    /// The name of its entity.
    public let entity: String
    /// The name of the property; nil when the object was refused as a whole.
    public let property: String?
    /// What is wrong.
    public let rule: Rule
    /// The value that is wrong; null where it is missing or it is not about a value.
    public internal(set) var value = PropertyValue.null
    /// The error that a hook of the object threw, or the transformer that could not encode the value.
    public internal(set) var cause: (any Error)?
  }

  /// What can be wrong with a property.
  public enum Rule: Hashable, Sendable {
    /// It is empty, and must not be.
    case required
    /// The object is to be deleted, and the delete rule is ``DeleteRule/deny``.
    case denied(count: Int)
    /// It has too few or too many members.
    case count(Int, least: Int, most: Int?)
    /// It holds a value of another type.
    case wrongType(AttributeType)
    /// The number does not fit the type.
    case outOfRange(AttributeType)
    /// The value of a transformable attribute cannot become bytes.
    case notEncodable(String)
    /// A rule of the model does not hold.
    case rule(ValidationRule)
    /// The object says no, with its reason.
    case refused(String)
  }

  /// All that is wrong, in the order of the objects.
  public let failures: [Failure]

  /// A sentence for each failure.
  public var description: String { failures.map(\.description).joined(separator: "; ") }
}

extension ValidationError.Failure {
  /// Says that a property of an object, or the object as a whole, cannot be saved as it is: for hooks such as
  /// ``ManagedObject/validateForInsert()``.
  ///
  /// `reason` ends a sentence that names the object: "Book 1/p7 cannot be saved: …".
  public init(_ object: ManagedObject, property: String? = nil, reason: String, cause: (any Error)? = nil) {
    self.init(
      object: object.objectID, entity: object.entity.name, property: property, rule: .refused(reason),
      cause: cause)
  }

  /// One sentence that names the object, the property and the rule.
  public var description: String {
    let subject = "\(entity) \(object)"
    let property = property ?? "the object"
    switch rule {
    case .required: return "\(subject) needs a value for \(property)"
    case .denied(let count): return "\(subject) cannot be deleted while it has \(count) \(property)"
    case .count(let count, let least, _) where count < least:
      return "\(subject) has \(count) \(property) and needs \(least) at least"
    case .count(let count, _, let most):
      return "\(subject) has \(count) \(property) and may have \(most ?? count) at most"
    case .refused(let reason):
      return self.property.map { "\(subject) cannot be saved with its \($0): \(reason)" }
        ?? "\(subject) cannot be saved: \(reason)"
    case .wrongType, .outOfRange, .notEncodable, .rule:
      return "\(subject) has \(value.excerpt) for \(property): \(rule.demand(on: property))"
    }
  }
}

extension ValidationError.Failure: Hashable {
  /// Failures are equal when they say the same of the same object; causes are not compared.
  public static func == (left: Self, right: Self) -> Bool {
    left.object == right.object && left.entity == right.entity && left.property == right.property
      && left.rule == right.rule && left.value == right.value
  }

  /// Hashes what is compared.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(object)
    hasher.combine(property)
    hasher.combine(rule)
  }
}

extension ValidationError.Rule {
  /// What is demanded of a property, as a part of a sentence.
  func demand(on property: String) -> String {
    switch self {
    case .required: "\(property) must not be empty"
    case .denied: "\(property) must be empty"
    case .count(_, let least, let most): "\(property) must have \(least) to \(most ?? .max) members"
    case .wrongType(let type): "\(property) holds \(type.phrase)"
    case .outOfRange(let type): "\(property) holds \(type.phrase), which this does not fit"
    case .notEncodable(let reason): reason
    case .rule(.minimum(let bound)): "\(property) must be at least \(bound)"
    case .rule(.maximum(let bound)): "\(property) must be at most \(bound)"
    case .rule(.minimumLength(let length)): "\(property) must have a length of at least \(length)"
    case .rule(.maximumLength(let length)): "\(property) must have a length of at most \(length)"
    case .rule(.pattern(let expression)): "\(property) must match \(expression.text)"
    case .refused(let reason): reason
    }
  }
}

extension ValidationRule {
  /// The rule as one that was not kept.
  var failed: ValidationError.Rule { .rule(self) }
}
