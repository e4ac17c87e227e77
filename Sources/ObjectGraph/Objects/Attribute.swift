public import ObjectModel

/// An attribute of a managed object.
///
/// ```swift
/// final class Photo: ManagedObject {
///   @Attribute("title") var title: String
///   @Attribute("taken") var taken: Date?
/// }
/// ```
///
/// The type must fit the attribute that the model describes, which is checked when the model is made. An optional
/// attribute needs an optional type. A mandatory attribute may have one, too: a new object without default has no value.
/// A property that is not optional reads as `Value.missing` while its column is empty. O(1), except that the first read
/// of a fault reads its row.
///
/// The accessors are inlined into the class that declares the property: there the compiler knows the key paths and
/// makes a plain access of them, which is four times as fast.
@propertyWrapper
public struct Attribute<Value: AttributeConvertible> {
  @usableFromInline let name: String
  /// The slot, once it has been looked up: a look-up costs more than the access itself.
  @usableFromInline var slot: Slot = -1

  /// Names the attribute, as in the model.
  @inlinable
  public init(_ name: String) { self.name = name }

  /// Names the attribute by its declaration.
  ///
  /// - Precondition: The property belongs to the class, and is no longer key path.
  @inlinable
  public init<Object: ManagedObject>(_ property: Property<Object, Value>) { self.init(property.keyPath) }

  /// Not used: the value lives in the object.
  @available(*, unavailable, message: "@Attribute belongs to a property of a ManagedObject subclass")
  public var wrappedValue: Value {
    get { Value.missing }
    // An unavailable setter has nothing to do, but makes the property settable.
    set { _ = newValue }
  }

  /// Reads and writes the attribute of the object that the property belongs to.
  @inlinable
  public static subscript<Object: ManagedObject>(
    _enclosingInstance object: Object,
    wrapped _: ReferenceWritableKeyPath<Object, Value>,
    storage storage: ReferenceWritableKeyPath<Object, Self>
  ) -> Value {
    @inline(__always)
    get {
      Value(propertyValue: object.get(slot(in: object, storage))) ?? Value.missing
    }
    @inline(__always)
    set {
      object.write(newValue.propertyValue, to: slot(in: object, storage))
    }
  }

  @inlinable @inline(__always)
  static func slot<Object: ManagedObject>(
    in object: Object, _ storage: ReferenceWritableKeyPath<Object, Self>
  ) -> Slot {
    let known = object[keyPath: storage].slot
    if known >= 0 { return known }
    let found = object.slot(of: object[keyPath: storage].name)
    object[keyPath: storage].slot = found
    return found
  }
}

extension Attribute: DeclaringProperty {
  var declaration: PropertyDeclaration {
    // The missing value of an optional type is null.
    PropertyDeclaration(
      "Attribute", name, Value.self,
      .attribute(sample: Value.sampleValue, isOptional: Value.missing.propertyValue.isNull))
  }
}
