/// An error that lists the objects that cannot be saved, with the reasons.
///
/// A save reports all failures in one error. Each failure is also an error of its own.
public struct ValidationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A violation of one rule by one object.
  public struct Failure: Error, Sendable, CustomStringConvertible {
    /// The ID of the object.
    public let object: ManagedObjectID
    /// The name of the object's entity.
    public let entity: String
    /// The name of the property; `nil` if the failure concerns the whole object.
    public let property: String?
    /// The rule that is violated.
    public let rule: Rule
    /// The invalid value; null if it is missing or if the rule does not concern a value.
    public let value: PropertyValue
    /// The error that a hook of the object threw, or that occurred when a transformer encoded the value.
    public let cause: (any Error)?

    /// Makes a failure.
    package init(
      object: ManagedObjectID, entity: String, property: String?, rule: Rule, value: PropertyValue = .null,
      cause: (any Error)? = nil
    ) {
      self.object = object
      self.entity = entity
      self.property = property
      self.rule = rule
      self.value = value
      self.cause = cause
    }
  }

  /// A rule that a property can violate.
  public enum Rule: Hashable, Sendable {
    /// The property is empty and must have a value.
    case required
    /// The object is deleted, but the delete rule ``DeleteRule/deny`` of the relationship forbids this.
    case denied(count: Int)
    /// The relationship has too few or too many members.
    case count(Int, least: Int, most: Int?)
    /// The property has a value of another type.
    case wrongType(AttributeType)
    /// The number is out of the range of the type.
    case outOfRange(AttributeType)
    /// The value of a transformable attribute cannot be encoded.
    case notEncodable(String)
    /// The value violates a rule of the model.
    case rule(ValidationRule)
    /// A validation hook of the object has failed, with this reason.
    case refused(String)
  }

  /// All failures, in the order of the objects.
  public let failures: [Failure]

  /// Makes an error from failures, of which there is at least one.
  package init(failures: [Failure]) { self.failures = failures }

  /// A description with a sentence for each failure.
  public var description: String { failures.map(\.description).joined(separator: "; ") }
}

extension ValidationError.Failure {
  /// A description in one sentence that names the object, the property and the rule.
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
  /// Returns a Boolean value that indicates whether two failures report the same violation by the same
  /// object.
  ///
  /// The causes are not compared.
  public static func == (left: Self, right: Self) -> Bool {
    left.object == right.object && left.entity == right.entity && left.property == right.property
      && left.rule == right.rule && left.value == right.value
  }

  /// Hashes the object, the property and the rule.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(object)
    hasher.combine(property)
    hasher.combine(rule)
  }
}

extension ValidationError.Rule {
  /// Returns the requirement on a property, as a part of a sentence.
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
  /// The violation of this rule.
  var failed: ValidationError.Rule { .rule(self) }
}
