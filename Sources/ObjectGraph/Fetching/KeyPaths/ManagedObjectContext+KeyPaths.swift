public import ObjectModel

/// Fetches and changes of a class by key paths of its declared properties.
///
/// The same as a ``FetchRequest`` and the functions that take one, in one line.
extension ManagedObjectContext {
  /// Returns the objects of the class that match, in the order, then by ID.
  ///
  /// ```swift
  /// try context.fetch(Photo.self, where: \.size > 3, order: [.by(\.title)], limit: 20)
  /// ```
  ///
  /// Unsaved changes are considered, as in ``fetch(_:)``.
  ///
  /// - Throws: ``FetchError`` for a predicate that does not fit the entity, and the errors of the store.
  public func fetch<Object: ManagedObject>(
    _: Object.Type, where predicate: TypedPredicate<Object> = .all, order: [TypedOrder<Object>] = [],
    limit: Int? = nil
  ) throws -> [Object] {
    try fetch(FetchRequest<Object>(where: predicate, order: order, limit: limit))
  }

  /// Returns the first object of the class that matches, in the order, then by ID; nil if there is none.
  ///
  /// - Throws: ``FetchError`` for a predicate that does not fit the entity, and the errors of the store.
  public func first<Object: ManagedObject>(
    _: Object.Type, where predicate: TypedPredicate<Object> = .all, order: [TypedOrder<Object>] = []
  ) throws -> Object? {
    try fetch(FetchRequest<Object>(where: predicate, order: order, limit: 1)).first
  }

  /// Returns the number of objects of the class that match.
  ///
  /// - Throws: ``FetchError`` for a predicate that does not fit the entity, and the errors of the store.
  public func count<Object: ManagedObject>(
    _: Object.Type, where predicate: TypedPredicate<Object> = .all
  ) throws -> Int {
    try count(FetchRequest<Object>(where: predicate))
  }

  /// Returns the object with this ID and its values, or nil if the row does not exist or is not of the class.
  ///
  /// - Throws: ``FetchError/objectOfOtherStore(_:)`` for an ID of another store, and the errors of the store.
  public func object<Object: ManagedObject>(
    _: Object.Type, with id: ManagedObjectID
  ) throws -> Object? {
    try existingObject(with: id) as? Object
  }

  /// Returns the object with the values of a unique key, and inserts it if there is none.
  ///
  /// ```swift
  /// let tag = try context.findOrInsert(Tag.self, where: \.name == "sea") { $0.isNew = true }
  /// ```
  ///
  /// Unsaved objects are found, too. Another context can insert an equal object at the same time: a uniqueness constraint
  /// over the properties lets the save resolve that, as the ``mergePolicy`` says.
  ///
  /// - Parameters:
  ///   - type: The class of the object.
  ///   - key: One or more comparisons by `==` of properties of the class itself, joined by `&&`.
  ///   - prepare: A closure that is called with a new object, after its key was set.
  /// - Precondition: The predicate has this form, and the entity is not abstract.
  /// - Throws: ``FetchError`` for a predicate that does not fit the entity, the errors of the store, and those of
  ///   `prepare`. The new object is then deleted.
  public func findOrInsert<Object: ManagedObject>(
    _ type: Object.Type, where key: TypedPredicate<Object>, _ prepare: (Object) throws -> Void = { _ in }
  ) throws -> Object {
    guard let values = key.predicate.equalities else {
      misuse(
        "\(key) is no key: use findOrInsert(_:where:) with comparisons by == of own properties, joined by &&")
    }
    if let found = try first(type, where: key) { return found }
    let object = try insert(type)
    for (name, value) in values { object.setValue(value, forKey: name) }
    do { try prepare(object) } catch {
      delete(object)
      throw error
    }
    return object
  }

  /// Deletes all objects of the class that match, and returns their number.
  ///
  /// It deletes each object as ``delete(_:)`` does: delete rules are applied, the next save deletes the rows, and an undo
  /// restores them.
  ///
  /// - Throws: ``FetchError`` for a predicate that does not fit the entity, and the errors of the store. Nothing is
  ///   deleted then.
  /// - Complexity: O(*n*) in the number of objects, which all are in memory until the save.
  @discardableResult
  public func deleteAll<Object: ManagedObject>(
    _ type: Object.Type, where predicate: TypedPredicate<Object> = .all
  ) throws -> Int {
    let objects = try fetch(type, where: predicate)
    for object in objects { delete(object) }
    return objects.count
  }
}

extension FetchPredicate {
  /// The names and values of a conjunction of comparisons by `==`; nil for any other predicate.
  fileprivate var equalities: [(name: String, value: PropertyValue)]? {
    switch self {
    case .and(let parts):
      let all = parts.compactMap(\.equalities)
      return all.count == parts.count ? all.flatMap { $0 } : nil
    case .comparison(let comparison):
      guard comparison.operation == .equal, comparison.quantifier == .one, comparison.options.isEmpty,
        case .path(let name) = comparison.left, case .value(let value) = comparison.right,
        !name.contains("."), name != "SELF"
      else { return nil }
      return [(name, value)]
    case .constant, .or, .not: return nil
    }
  }
}
