public import ObjectModel

/// A to-many relationship of a class by its name, for typed predicates and orders; see ``Property``.
public struct ToManyProperty<Object: ManagedObject, Member: ManagedObject>: Sendable {
  /// The key path, as `photos`.
  public let keyPath: String

  /// The description of the relationship, evaluated when a model is made; nil if only the name was declared.
  let declared: (@Sendable () -> RelationshipDescription)?

  /// Names a to-many relationship, or a longer key path that ends in one.
  public init(_ keyPath: String) { self.init(keyPath, declared: nil) }

  init(_ keyPath: String, declared: (@Sendable () -> RelationshipDescription)?) {
    self.keyPath = keyPath
    self.declared = declared
  }

  /// The objects that match what `predicate` says of each.
  ///
  /// ```swift
  /// Photographer.photos.filter { $0.size > 3 && $0.title != nil }.count > 2
  /// ```
  public func filter(
    _ predicate: (ToOneProperty<Member, Member>) -> FetchPredicate
  ) -> FilteredMembers<Object, Member> {
    SubqueryDepth.$current.withValue(SubqueryDepth.current + 1) {
      let variable = "member\(SubqueryDepth.current)"
      let members = FetchExpression.Subquery(keyPath, variable, where: predicate(.init("$" + variable)))
      return FilteredMembers(members: members)
    }
  }

  /// Returns a predicate for objects of whose relationship the object with the ID is a member.
  public func contains(_ id: ManagedObjectID) -> FetchPredicate {
    .comparison(FetchPredicate.Comparison(keyPath, .contains, .value(.reference(id))))
  }

  /// The number of objects.
  public var count: Property<Object, Int> { Property(keyPath + ".@count") }
  /// The objects, of which one at least must compare.
  public var any: ToOneProperty<Object, Member> { ToOneProperty(keyPath, .any) }
  /// The objects, all of which must compare.
  public var all: ToOneProperty<Object, Member> { ToOneProperty(keyPath, .all) }
  /// The objects, none of which may compare.
  public var none: ToOneProperty<Object, Member> { ToOneProperty(keyPath, .none) }
}
