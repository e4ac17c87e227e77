internal import ObjectModel

/// A fetched property of a managed object: what matches its predicate now, in the order of the model.
///
/// ```swift
/// @FetchedProperty("sameDay") var sameDay: [Photo]
/// ```
///
/// Each reading is a fetch, in the context of the object, so that changes that were not saved are considered, in
/// children too. A store that cannot be read gives no objects: ``ManagedObject/fetchedObjects(forKey:)`` throws the
/// reason.
@propertyWrapper
public struct FetchedProperty<Member: ManagedObject> {
  private let name: String

  /// Names the fetched property, as in the model.
  public init(_ name: String) { self.name = name }

  /// Not used: the objects come from the context.
  @available(*, unavailable, message: "@FetchedProperty belongs to a property of a ManagedObject subclass")
  public var wrappedValue: [Member] { [] }

  /// Fetches for the object that the property belongs to.
  public static subscript<Object: ManagedObject>(
    _enclosingInstance object: Object,
    wrapped _: KeyPath<Object, [Member]>,
    storage storage: ReferenceWritableKeyPath<Object, Self>
  ) -> [Member] {
    let objects = try? object.fetchedObjects(forKey: object[keyPath: storage].name)
    return (objects ?? []).compactMap { $0 as? Member }
  }
}

extension FetchedProperty: DeclaringProperty {
  var declaration: PropertyDeclaration {
    PropertyDeclaration("FetchedProperty", name, [Member].self, .fetched, accepts: { $0 is Member.Type })
  }
}

extension ManagedObject {
  /// Fetches the objects of a fetched property in the context of this object.
  ///
  /// - Returns: The objects, or an empty array if the context is gone.
  /// - Throws: A ``FetchError`` for a predicate that does not fit the entity, and the errors of the store.
  /// - Precondition: The entity has a fetched property with this name.
  public final func fetchedObjects(forKey name: String) throws -> [ManagedObject] {
    guard let property = entity.fetchedProperty(name) else {
      misuse("\(entity.name) has no fetched property \(name): add it to the model")
    }
    let request = FetchRequest<ManagedObject>(
      entity: property.entity, where: property.predicate(for: self), order: property.order,
      limit: property.limit)
    return try managedObjectContext?.fetch(request) ?? []
  }
}
