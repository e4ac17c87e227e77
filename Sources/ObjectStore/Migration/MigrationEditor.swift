package import ObjectModel

/// The store in which a custom stage inserts objects.
package protocol MigrationEditor: AnyObject {
  /// The new model.
  var model: ManagedObjectModel { get }

  /// The path of the store's file.
  var path: String { get }

  /// Returns the ID of an object in the new model, or `nil` if it is removed.
  func newID(_ id: ManagedObjectID) -> ManagedObjectID?

  /// Inserts an object.
  @discardableResult
  func insert(_ entity: String, _ values: [String: PropertyValue]) throws -> ManagedObjectID
}

extension MigrationEditor {
  /// Returns the number of an entity and the values of a new row.
  ///
  /// - Throws: A ``MigrationError`` for a value that its property cannot hold.
  package func values(
    _ name: String, _ values: [String: PropertyValue]
  ) throws(MigrationError) -> (entity: Entity, values: [PropertyValue]) {
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
    try check(row, row.slots, of: entity)
    return (entity, row)
  }

  /// Returns the slots of a row whose values a function has changed.
  ///
  /// - Throws: A ``MigrationError`` for a value that its property cannot hold.
  package func changedSlots(
    of row: Row, by object: MigratedObject
  ) throws(MigrationError) -> [Slot] {
    let slots = row.values.slots.filter { object.values[$0] != row.values[$0] }
    try check(object.values, slots, of: model[row.id.entity])
    return slots
  }

  private func check(
    _ values: [PropertyValue], _ slots: some Sequence<Slot>, of entity: Entity
  ) throws(MigrationError) {
    for slot in slots where !model.holds(values[slot], as: entity.storedKind(ofSlot: slot)) {
      throw refusal(of: values[slot], property: entity.name(ofSlot: slot), of: entity)
    }
  }

  /// Returns the error of a value that a property cannot hold.
  package func refusal(of value: PropertyValue, property: String, of entity: Entity) -> MigrationError {
    MigrationError(
      path: path,
      problems: [MigrationProblem(entity: entity.name, property: property, .unsuitableValue(value))])
  }
}
