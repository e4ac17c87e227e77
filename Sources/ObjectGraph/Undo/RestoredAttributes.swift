public import ObjectModel

/// The attributes of an object that an undo or redo sets, with the values that they get.
///
/// ```swift
/// for restored in context.attributesRestoredByUndo(of: Photo.self) {
///   if let title = restored[Photo.title] { print("\(restored.objectID) gets the title \(title)") }
/// }
/// ```
///
/// They do not change any more, and can be sent to another isolation.
public struct RestoredAttributes<Object: ManagedObject>: Sendable {
  /// The identity of the object.
  public let objectID: ManagedObjectID
  private let entity: Entity
  private let values: [Slot: PropertyValue]

  init(_ objectID: ManagedObjectID, of entity: Entity, _ values: [Slot: PropertyValue]) {
    (self.objectID, self.entity, self.values) = (objectID, entity, values)
  }

  /// The value that an attribute gets; `nil` if it stays as it is.
  ///
  /// - Precondition: The property is an attribute of the entity itself.
  public subscript<Value: AttributeConvertible>(_ property: Property<Object, Value>) -> Value? {
    guard let slot = entity.slot(of: property.keyPath), entity.roles[slot] == .attribute else {
      misuse("\(entity.name) has no attribute “\(property.keyPath)”")
    }
    return values[slot].map { Value(propertyValue: $0) ?? Value.missing }
  }
}
