internal import ObjectModel

/// A relationship of a managed object to one other object, or none.
///
/// ```swift
/// @ToOne("photographer") var photographer: Photographer?
/// ```
///
/// Setting it updates the inverse, and has no effect if the row of either object is gone. Reading returns the
/// object of the same context, as a fault if it has not been used yet.
///
/// - Precondition: The new value belongs to the same context.
/// - Complexity: O(1).
@propertyWrapper
public struct ToOne<Destination: ManagedObject> {
  private let name: String

  /// Names the relationship, as in the model.
  public init(_ name: String) { self.name = name }

  /// Names the relationship by its declaration.
  ///
  /// - Precondition: The property belongs to the class, and is no longer key path.
  public init<Object: ManagedObject>(_ property: ToOneProperty<Object, Destination>) {
    self.init(property.keyPath)
  }

  /// Not used: the value lives in the object.
  @available(*, unavailable, message: "@ToOne belongs to a property of a ManagedObject subclass")
  public var wrappedValue: Destination? {
    get { nil }
    // An unavailable setter has nothing to do, but makes the property settable.
    set { _ = newValue }
  }

  /// Reads and writes the relationship of the object that the property belongs to.
  public static subscript<Object: ManagedObject>(
    _enclosingInstance object: Object,
    wrapped _: ReferenceWritableKeyPath<Object, Destination?>,
    storage storage: ReferenceWritableKeyPath<Object, Self>
  ) -> Destination? {
    get {
      guard let id = object.value(forKey: object[keyPath: storage].name).reference else { return nil }
      let destination = object.managedObjectContext?.object(with: id)
      // A commit on its way can still hold a reference to a row that is gone.
      return destination?.isGone == true ? nil : destination as? Destination
    }
    set {
      require(
        newValue == nil || newValue?.resolved.context === object.resolved.context,
        "the two objects live in different contexts: get the other one by object(with: id) first")
      let value: PropertyValue = newValue.map { .reference($0.objectID) } ?? .null
      object.write(value, to: object.slot(of: object[keyPath: storage].name))
    }
  }
}

extension ToOne: DeclaringProperty {
  var declaration: PropertyDeclaration {
    PropertyDeclaration("ToOne", name, Destination?.self, .toOne, accepts: { $0 is Destination.Type })
  }
}
