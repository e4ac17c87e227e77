public import ObjectModel

/// A view of the destination objects of a to-many relationship: ``ObjectSet`` or ``OrderedObjectSet``.
public protocol ToManyView: Sequence where Element: ManagedObject {
  /// A Boolean value that indicates whether the view is for relationships with an order, and for no others.
  static var isOrdered: Bool { get }

  /// The relationship.
  var relationship: RelationshipDescription { get }

  /// Creates a view of a relationship of an object.
  ///
  /// - Precondition: The entity of `owner` has a to-many relationship with this name.
  init(owner: ManagedObject, name: String)

  /// Makes these the members, and no others.
  func replace(with members: some Sequence<Element>)
}
