/// A reason why a store cannot be migrated to another model.
///
/// Some problems follow from the two models; the others from the objects in the store, and have a count.
public struct MigrationProblem: Hashable, Sendable, CustomStringConvertible {
  /// The entity in the new model.
  public let entity: String
  /// The property in the new model, or `nil` if the problem concerns the entity.
  public let property: String?
  /// The kind of the problem.
  public let kind: Kind

  /// A kind of problem.
  public enum Kind: Hashable, Sendable {
    /// No conversion between the types is defined.
    case noConversion(from: AttributeType, to: AttributeType)
    /// An attribute became a relationship, or the reverse.
    case otherKindOfProperty
    /// The property has the name of another one of the old model.
    ///
    /// It had the name `from` in the old model, or is new; the other one has the name `successor` now, or is removed.
    case takenName(from: String?, successor: String?)
    /// The relationship leads to an entity that does not correspond to its destination in the old model.
    case otherDestination(from: String, to: String)
    /// The two ends of the relationship were not inverses of each other.
    case otherInverse(String)
    /// Values have no counterpart in the new type.
    case notConvertible(count: Int, example: PropertyValue, to: AttributeType)
    /// Objects have no value of a required property, and it has no default value.
    case missingValue(count: Int)
    /// Objects have several destination objects of a relationship that leads to one.
    case severalDestinations(count: Int)
    /// Objects have destination objects that are not of the relationship's entity.
    case unsuitableDestination(count: Int)
    /// Objects are of an entity that is abstract.
    case abstractEntity(count: Int)
    /// A function of a custom stage gave an object a value that the property cannot hold.
    case unsuitableValue(PropertyValue)
    /// Objects share values that must be unique: the number of groups of such objects, and the values of one.
    case notUnique(constraint: [String], count: Int, example: [PropertyValue])
  }

  package init(entity: String, property: String? = nil, _ kind: Kind) {
    self.entity = entity
    self.property = property
    self.kind = kind
  }

  /// The problem and its remedy in one sentence.
  public var description: String {
    let name = property.map { "\(entity).\($0)" } ?? entity
    switch kind {
    case .noConversion(let old, let new):
      return "\(name) was \(old.phrase) and is \(new.phrase) now, which no conversion is defined for: "
        + "give the attribute another name, or use a custom stage"
    case .otherKindOfProperty:
      return "\(name) is a relationship in one model and an attribute in the other: "
        + "give it another name, or use a custom stage"
    case .takenName(let former, let successor):
      let taken = TakenName(name: property ?? "", former: former, successor: successor)
      return "\(taken.change(in: entity)): "
        + "give it a name that the old model does not have, or use a custom stage"
    case .otherDestination(let old, let new):
      return "\(name) led to \(old) and leads to \(new) now: "
        + "give the relationship another name, or the entity a renaming identifier"
    case .otherInverse(let inverse):
      return "\(name) and its inverse \(inverse) were not inverses of each other: "
        + "give one of them another name"
    case .notConvertible(let count, let example, let type):
      return "\(Self.objects(count, of: entity)) a \(property ?? "value") that cannot become \(type.phrase), "
        + "such as \(example): change these values first, or use a custom stage"
    case .missingValue(let count):
      return "\(Self.objects(count, of: entity)) no \(property ?? "value"), which is required: "
        + "give it a default value, make it optional, or use a custom stage"
    case .severalDestinations(let count):
      return "\(Self.objects(count, of: entity)) several objects in \(property ?? "a relationship"), "
        + "which leads to one now: remove all but one first, or use a custom stage"
    case .unsuitableDestination(let count):
      return "\(Self.objects(count, of: entity)) an object in \(property ?? "a relationship") that is not of "
        + "its entity any more: remove these objects from the relationship first"
    case .abstractEntity(let count):
      return "\(count) object\(count == 1 ? " is" : "s are") of \(entity), which is abstract now: "
        + "delete or replace them first"
    case .unsuitableValue(let value):
      return
        "a function of the stage gives \(name) a value that it cannot hold, \(value): change the function"
    case .notUnique(let constraint, let count, let example):
      let values = example.map(\.description).joined(separator: ", ")
      return "\(count) group\(count == 1 ? "" : "s") of objects of \(entity) share a value of "
        + "\(constraint.joined(separator: ", ")), which must be unique, such as \(values): "
        + "change or delete all but one object of each group first, in the store or in a stage"
    }
  }

  private static func objects(_ count: Int, of entity: String) -> String {
    count == 1 ? "1 object of \(entity) has" : "\(count) objects of \(entity) have"
  }
}
