public import ObjectModel

/// A view of the destination objects of a to-many relationship: ``ObjectSet`` or ``OrderedObjectSet``.
public protocol ToManyView: Sequence where Element: ManagedObject {
  /// A Boolean value that indicates whether the view is for relationships with an order, and for no others.
  static var isOrdered: Bool { get }

  /// The object whose relationship this is.
  var owner: ManagedObject { get }

  /// The relationship.
  var relationship: RelationshipDescription { get }

  /// Creates a view of a relationship of an object.
  ///
  /// - Precondition: The entity of `owner` has a to-many relationship with this name.
  init(owner: ManagedObject, name: String)

  /// Makes these the members, and no others.
  func replace(with members: some Sequence<Element>)
}

extension ToManyView {
  /// Returns a request for the members that match, which a fetch finds without reading the others.
  ///
  /// ```swift
  /// try context.fetch(photographer.photos.request(where: \.size > 3, order: [.by(\.title)], limit: 20))
  /// ```
  ///
  /// Each fetch finds the members that the relationship has then. They come in the order of the request, and then by ID: the
  /// places of the members of an ordered relationship do not count.
  ///
  /// - Complexity: A fetch of members of a many-to-many relationship looks at every object of the destination entity.
  public func request(
    where predicate: TypedPredicate<Element> = .all, order: [TypedOrder<Element>] = [], limit: Int? = nil
  ) -> FetchRequest<Element> {
    guard let inverse = relationship.inverse else {
      misuse("\(owner.entity.name).\(relationship.name) has no inverse, which every model demands of it")
    }
    let isMember = FetchPredicate.comparison(
      FetchPredicate.Comparison(
        inverse, relationship.link == nil ? .equal : .contains, .value(.reference(owner.objectID))))
    let isForAll = predicate.predicate == .constant(true)
    return FetchRequest(
      entity: relationship.destination, where: isForAll ? isMember : isMember && predicate.predicate,
      order: order.map(\.order), limit: limit)
  }

  /// Removes all members.
  public func removeAll() { replace(with: EmptyCollection()) }
}
