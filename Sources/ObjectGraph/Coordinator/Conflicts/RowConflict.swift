internal import ObjectModel
internal import ObjectStore

/// The three states of a row in conflict, by slot.
struct RowConflict {
  var kind: MergeConflict.Kind
  var entity: Entity
  var object: ManagedObjectID
  var base: [PropertyValue]?
  var unsaved: [PropertyValue]?
  /// The conflicting row in the store.
  var stored: Row?
  /// The entity of that row, if it can be another one of the inheritance tree.
  var storedEntity: Entity?

  /// Returns the resolution of a custom rule.
  ///
  /// - Throws: The errors of the rule.
  func resolution(by rule: ConflictRule) throws -> MergeConflict.Resolution {
    try rule.resolve(
      MergeConflict(
        kind: kind, entity: entity.name, object: object, base: base.map { named($0, of: entity) },
        unsaved: unsaved.map { named($0, of: entity) },
        stored: stored.map { named($0.values, of: storedEntity ?? entity) },
        storedObject: stored?.id ?? object))
  }

  /// Returns the values to save under a resolution.
  ///
  /// - Parameter store: The values of properties that the resolution does not set.
  func values(_ resolution: MergeConflict.Resolution, over store: [PropertyValue]) -> [PropertyValue] {
    switch resolution {
    case .store: return stored?.values ?? store
    case .object: return unsaved ?? store
    case .values(let chosen):
      var values = store
      for (name, value) in chosen {
        guard let slot = entity.slot(of: name) else {
          misuse(
            "a conflict rule gives a value for \(name), which \(entity.name) does not have: use names of its model"
          )
        }
        if let id = value.reference {
          require(
            id.store == object.store,
            "a conflict rule gives a value for \(entity.name).\(name): \(FetchError.objectOfOtherStore(id))")
          require(
            entity.destinations[slot]?.contains(id.entity) != false,
            "a conflict rule gives an object of another entity for \(entity.name).\(name): give one of its destination"
          )
        }
        values[slot] = value
      }
      return values
    }
  }

  private func named(_ values: [PropertyValue], of entity: Entity) -> [String: PropertyValue] {
    let visible = values.slots.filter(entity.isVisible(slot:))
    return Dictionary(uniqueKeysWithValues: visible.map { (entity.name(ofSlot: $0), values[$0]) })
  }
}
