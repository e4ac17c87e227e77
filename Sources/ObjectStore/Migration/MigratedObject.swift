public import ObjectModel

/// An object during a custom stage of a migration: its values in the old model, and those in the new one.
///
/// It is valid only during the call that it was passed to, and confined to it.
public final class MigratedObject {
  /// The entity in the old model.
  public let oldEntity: Entity
  /// The values in the old model, by slot; references contain the IDs in the old model.
  public let oldValues: [PropertyValue]
  /// The entity in the new model, or `nil` if the object is removed with its entity.
  public let entity: Entity?
  /// The ID in the new model, or `nil` if the object is removed with its entity.
  public let objectID: ManagedObjectID?
  /// The values in the new model, by slot: at first those of the inferred mapping.
  package private(set) var values: [PropertyValue]
  /// A Boolean value that indicates whether the object is deleted.
  package private(set) var isDeleted = false

  private let editor: any MigrationEditor

  package init(
    old: Row, of oldEntity: Entity, new: Row?, of entity: Entity?, editor: any MigrationEditor
  ) {
    self.oldEntity = oldEntity
    oldValues = old.values
    self.entity = entity
    objectID = new?.id
    values = new?.values ?? []
    self.editor = editor
  }

  /// Returns the value of an attribute or to-one relationship in the old model.
  ///
  /// A reference contains the ID in the new model, and is null if the destination object is removed.
  ///
  /// - Precondition: The old entity has a property of that name.
  public func oldValue(_ name: String) -> PropertyValue {
    guard let slot = oldEntity.slot(of: name) else {
      misuse("\(oldEntity.name) has no attribute or to-one relationship \(name) in the old model")
    }
    let value = oldValues[slot]
    return value.reference.map { editor.newID($0).map { .reference($0) } ?? .null } ?? value
  }

  /// The value of an attribute or to-one relationship in the new model.
  ///
  /// A value that the property cannot hold, because of its type or its destination, ends the migration with a
  /// ``MigrationError``.
  ///
  /// - Precondition: The object is not removed with its entity, and the entity has a property of that name.
  public subscript(name: String) -> PropertyValue {
    get { values[slot(name)] }
    set { values[slot(name)] = newValue }
  }

  private func slot(_ name: String) -> Slot {
    guard let entity else { misuse("\(oldEntity.name) is removed: insert an object instead") }
    guard let slot = entity.slot(of: name) else {
      misuse("\(entity.name) has no attribute or to-one relationship \(name) in the new model")
    }
    return slot
  }

  /// Deletes the object; references to it become empty.
  public func delete() { isDeleted = true }

  /// Inserts another object and returns its ID.
  ///
  /// - Parameters:
  ///   - entity: The name of its entity in the new model.
  ///   - values: The values of attributes and to-one relationships; others begin with their defaults.
  /// - Throws: A ``MigrationError`` for a value that its property cannot hold; the errors of the store.
  /// - Precondition: The new model has the entity with these properties, and it is not abstract.
  @discardableResult
  public func insert(_ entity: String, _ values: [String: PropertyValue] = [:]) throws -> ManagedObjectID {
    try editor.insert(entity, values)
  }

  /// Adds an object to a many-to-many relationship of this one; in an ordered relationship it comes first.
  ///
  /// An object that is a member already stays where it is.
  ///
  /// - Throws: A ``MigrationError`` for an object that the relationship cannot lead to; the errors of the store.
  /// - Precondition: The relationship of the new model is many-to-many, and the object is not removed.
  public func add(_ id: ManagedObjectID, to relationship: String) throws {
    guard let entity, let objectID else { misuse("\(oldEntity.name) is removed and has no relationships") }
    guard let found = entity.relationship(relationship), let link = editor.model.membership(found),
      let member = link.member
    else { misuse("\(entity.name).\(relationship) is no many-to-many relationship of the new model") }
    guard editor.model.leads(to: found.destination, id) else {
      throw editor.refusal(of: .reference(id), property: relationship, of: entity)
    }
    var values = [link.entity.name(ofSlot: link.owner): PropertyValue.reference(objectID)]
    values[link.entity.name(ofSlot: member)] = .reference(id)
    try editor.insert(link.entity.name, values)
  }
}
