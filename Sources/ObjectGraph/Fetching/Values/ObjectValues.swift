public import ObjectModel
internal import ObjectStore

/// The values of an object without the object: for comparing, listing or exporting many, of which few or none change.
///
/// ```swift
/// for values in try context.fetchValues(FetchRequest<Photo>(where: Photo.number.isIn(numbers))) {
///   if values[Photo.title] != titles[values[Photo.number]] { context.object(for: values).title = … }
/// }
/// ```
///
/// Values do not change any more. They can be sent to another isolation.
public struct ObjectValues<Object: ManagedObject>: Sendable {
  let row: Row
  private let entity: Entity

  init(_ row: Row, of entity: Entity) { (self.row, self.entity) = (row, entity) }

  /// The identity of the object.
  public var objectID: ManagedObjectID { row.id }

  /// The value of an attribute; `Value.missing` if there is none.
  ///
  /// - Precondition: The entity has an attribute of that name, and the property is no longer key path.
  @inlinable
  public subscript<Value: AttributeConvertible>(_ property: Property<Object, Value>) -> Value {
    Value(propertyValue: value(of: property.keyPath)) ?? Value.missing
  }

  /// The identity of the destination of a to-one relationship; `nil` if there is none.
  ///
  /// - Precondition: The entity has a to-one relationship of that name, and the property is no longer key path.
  public subscript<Destination>(_ property: ToOneProperty<Object, Destination>) -> ManagedObjectID? {
    value(of: property.keyPath).reference
  }

  @usableFromInline
  func value(of name: String) -> PropertyValue {
    guard let slot = entity.slot(of: name) else {
      misuse("\(entity.name) has no attribute or to-one relationship “\(name)”")
    }
    return row.values[slot]
  }
}
