internal import ObjectModel

/// A relationship of a managed object to any number of others, in no order or in one that the user gives them.
///
/// ```swift
/// @ToMany("photos") var photos: ObjectSet<Photo>
/// @ToMany("chapters") var chapters: OrderedObjectSet<Chapter>
/// ```
///
/// Setting it makes the objects of another view the members, and no others.
@propertyWrapper
public struct ToMany<Members: ToManyView> {
  private let name: String

  /// Names the relationship, as in the model.
  public init(_ name: String) { self.name = name }

  /// Names the relationship by its declaration.
  ///
  /// - Precondition: The property belongs to the class, and is no longer key path.
  public init<Object: ManagedObject>(_ property: ToManyProperty<Object, Members.Element>) {
    self.init(property.keyPath)
  }

  /// Not used: the value lives in the object.
  @available(*, unavailable, message: "@ToMany belongs to a property of a ManagedObject subclass")
  public var wrappedValue: Members {
    get { misuse("@ToMany belongs to a property of a ManagedObject subclass") }
    // An unavailable setter has nothing to do, but makes the property settable.
    set { _ = newValue }
  }

  /// The destination objects.
  public static subscript<Object: ManagedObject>(
    _enclosingInstance object: Object,
    wrapped _: ReferenceWritableKeyPath<Object, Members>,
    storage storage: ReferenceWritableKeyPath<Object, Self>
  ) -> Members {
    get {
      object.recordMembersAccess()
      return Members(owner: object, name: object[keyPath: storage].name)
    }
    set { Members(owner: object, name: object[keyPath: storage].name).replace(with: newValue) }
  }
}

extension ToMany: DeclaringProperty {
  var declaration: PropertyDeclaration {
    PropertyDeclaration(
      "ToMany", name, Members.self, .toMany(isOrdered: Members.isOrdered),
      accepts: { $0 is Members.Element.Type })
  }
}
