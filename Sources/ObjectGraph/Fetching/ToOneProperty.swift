public import ObjectModel

/// A to-one relationship of a class by its name, for typed predicates; see ``Property``.
///
/// The properties of the other class and its superclasses follow with a point: `Photo.photographer.name`.
@dynamicMemberLookup
public struct ToOneProperty<Object: ManagedObject, Destination: ManagedObject>: Sendable {
  /// The key path, as `photographer` or `photo.photographer`.
  public let keyPath: String

  /// The quantifier, if there are several objects.
  private let quantifier: FetchPredicate.Quantifier

  /// The description of the relationship, evaluated when a model is made; nil if only the name was declared.
  let declared: (@Sendable () -> RelationshipDescription)?

  /// Names a to-one relationship, or a longer key path that ends in one.
  public init(_ keyPath: String) { self.init(keyPath, .one) }

  init(
    _ keyPath: String, _ quantifier: FetchPredicate.Quantifier,
    declared: (@Sendable () -> RelationshipDescription)? = nil
  ) {
    self.keyPath = keyPath
    self.quantifier = quantifier
    self.declared = declared
  }

  /// An attribute of the destination object.
  public subscript<Value>(
    dynamicMember property: KeyPath<Destination.Type, Property<some ManagedObject, Value>>
  ) -> Property<Object, Value> {
    Property("\(keyPath).\(Destination.self[keyPath: property].keyPath)", quantifier)
  }

  /// A to-one relationship of the destination object.
  public subscript<Next>(
    dynamicMember property: KeyPath<Destination.Type, ToOneProperty<some ManagedObject, Next>>
  ) -> ToOneProperty<Object, Next> {
    ToOneProperty<Object, Next>("\(keyPath).\(Destination.self[keyPath: property].keyPath)", quantifier)
  }

  /// A to-many relationship of the destination object.
  ///
  /// - Precondition: The path so far leads through no to-many relationship.
  public subscript<Member>(
    dynamicMember property: KeyPath<Destination.Type, ToManyProperty<some ManagedObject, Member>>
  ) -> ToManyProperty<Object, Member> {
    ToManyProperty<Object, Member>("\(keyPath).\(Destination.self[keyPath: property].keyPath)")
  }

  /// The object with the ID; nil for none.
  public static func == (left: Self, right: ManagedObjectID?) -> FetchPredicate {
    left.compare(.equal, .value(right.map { .reference($0) } ?? .null))
  }

  /// Not the object with the ID; nil for any.
  public static func != (left: Self, right: ManagedObjectID?) -> FetchPredicate {
    left.compare(.notEqual, .value(right.map { .reference($0) } ?? .null))
  }

  /// The object.
  public static func == (left: Self, right: Destination) -> FetchPredicate { left == right.objectID }

  /// Not the object.
  public static func != (left: Self, right: Destination) -> FetchPredicate { left != right.objectID }

  /// One of the objects with the IDs.
  public func isIn(_ ids: some Sequence<ManagedObjectID>) -> FetchPredicate {
    compare(.in, .values(ids.map { .reference($0) }))
  }

  private func compare(
    _ operation: FetchPredicate.Operation, _ operand: FetchPredicate.Operand
  ) -> FetchPredicate {
    .comparison(FetchPredicate.Comparison(keyPath, operation, operand, quantifier: quantifier))
  }
}
