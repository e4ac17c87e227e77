public import ObjectModel

/// The objects of a to-many relationship that match a predicate; see ``ToManyProperty/filter(_:)``.
public struct FilteredMembers<Object: ManagedObject, Member: ManagedObject>: Sendable {
  let members: FetchExpression.Subquery

  /// The number of objects.
  public var count: ComputedValue<Object, Int> { ComputedValue(.function(.count, [.subquery(members)])) }

  /// Returns the result of an aggregate function over a property of the objects.
  public func apply<Value, Result>(
    _ function: FetchFunction, to property: KeyPath<Member.Type, Property<Member, Value>>,
    as _: Result.Type = Result.self
  ) -> ComputedValue<Object, Result> {
    var members = members
    members.valuePath = Member.self[keyPath: property].keyPath
    return ComputedValue(.function(function, [.subquery(members)]))
  }
}
