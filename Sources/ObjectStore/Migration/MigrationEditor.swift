package import ObjectModel

/// The store in which a custom stage inserts objects.
package protocol MigrationEditor: AnyObject {
  /// The new model.
  var model: ManagedObjectModel { get }

  /// Returns the ID of an object in the new model, or `nil` if it is removed.
  func newID(_ id: ManagedObjectID) -> ManagedObjectID?

  /// Inserts an object.
  @discardableResult
  func insert(_ entity: String, _ values: [String: PropertyValue]) throws -> ManagedObjectID
}

extension MigrationEditor {
  /// Returns the number of an entity and the values of a new row.
  package func values(
    _ name: String, _ values: [String: PropertyValue]
  ) -> (entity: Entity, values: [PropertyValue]) {
    guard let entity = model.entity(named: name), !entity.isAbstract else {
      misuse("the new model has no entity \(name) that can have objects")
    }
    var row = entity.defaultValues
    for (property, value) in values {
      guard let slot = entity.slot(of: property) else {
        misuse("\(name) has no attribute or to-one relationship \(property) in the new model")
      }
      row[slot] = value
    }
    return (entity, row)
  }
}
