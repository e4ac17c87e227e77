public import ObjectModel

/// A transformable attribute of a managed object.
///
/// ```swift
/// @Transformable("color") var color: Color?
/// ```
///
/// The value is encoded when it is set and lives decoded in memory from then on. It reads as nil while the attribute
/// is empty, and also when the bytes of the store cannot be decoded: they are kept until another value is
/// set, and ``ManagedObject/transformedValue(forKey:)`` says what is wrong with them.
@propertyWrapper
public struct Transformable<Value: Sendable> {
  private let name: String

  /// Names the attribute, as in the model.
  public init(_ name: String) { self.name = name }

  /// Not used: the value lives in the object.
  @available(*, unavailable, message: "@Transformable belongs to a property of a ManagedObject subclass")
  public var wrappedValue: Value? {
    get { nil }
    // An unavailable setter has nothing to do, but makes the property settable.
    set { _ = newValue }
  }

  /// Reads and writes the attribute of the object that the property belongs to.
  public static subscript<Object: ManagedObject>(
    _enclosingInstance object: Object,
    wrapped _: ReferenceWritableKeyPath<Object, Value?>,
    storage storage: ReferenceWritableKeyPath<Object, Self>
  ) -> Value? {
    get { (try? object.transformedValue(forKey: object[keyPath: storage].name)) as? Value }
    set { object.setTransformedValue(newValue, forKey: object[keyPath: storage].name) }
  }
}

extension Transformable: DeclaringProperty {
  var declaration: PropertyDeclaration {
    PropertyDeclaration("Transformable", name, Value?.self, .transformable)
  }
}

extension ManagedObject {
  /// Returns the decoded value of a transformable attribute by name, or `nil` if it is null.
  ///
  /// - Throws: A ``TransformError`` if the bytes of the store cannot be decoded.
  /// - Precondition: The entity has a transformable attribute with this name.
  public final func transformedValue(forKey name: String) throws(TransformError) -> (any Sendable)? {
    let transformer = transformer(of: name)
    guard case .transformed(let value) = self.value(forKey: name) else { return nil }
    return try value.decoded(by: transformer)
  }

  /// Sets a transformable attribute by name; a save refuses a value that cannot be encoded.
  ///
  /// - Precondition: The entity has a transformable attribute with this name.
  public final func setTransformedValue(_ value: (any Sendable)?, forKey name: String) {
    let transformer = transformer(of: name)
    setValue(value.map { .transformed(TransformedValue($0, by: transformer)) } ?? .null, forKey: name)
  }

  private func transformer(of name: String) -> AttributeTransformer {
    guard let transformer = entity.slot(of: name).flatMap(entity.attribute)?.transformer else {
      misuse("\(entity.name) has no transformable attribute \(name): add it to the model")
    }
    return transformer
  }
}
