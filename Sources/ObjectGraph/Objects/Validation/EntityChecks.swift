/// The requirements of the model on the values of an entity's objects, by slot; prepared once for a save of
/// many objects.
struct EntityChecks {
  private let entity: String
  private let slots: [Slot]

  private struct Slot {
    var name: String
    var isRequired: Bool
    /// The type of an attribute; nil for a to-one relationship.
    var type: AttributeType?
    var rules: [ValidationRule]
  }

  init(_ entity: EntityDescription) {
    self.entity = entity.name
    // Derived values may be missing until the store has computed them.
    let required = Set(entity.requiredSlots).subtracting(entity.derivedSlots)
    slots = (0..<entity.slotCount).map { slot in
      let attribute = entity.attribute(inSlot: slot)
      return Slot(
        name: entity.name(ofSlot: slot), isRequired: required.contains(slot), type: attribute?.type,
        rules: attribute?.rules ?? [])
    }
  }

  /// Returns the validation failures of an object's values.
  func failures(of values: [PropertyValue], _ object: ManagedObjectID) -> [ValidationError.Failure] {
    var failures: [ValidationError.Failure] = []
    for slot in slots.indices { check(values[slot], slot, object, &failures) }
    return failures
  }

  /// Returns the validation failures of a value in a slot.
  func failures(
    of value: PropertyValue, slot: Int, _ object: ManagedObjectID
  ) -> [ValidationError.Failure] {
    var failures: [ValidationError.Failure] = []
    check(value, slot, object, &failures)
    return failures
  }

  private func check(
    _ value: PropertyValue, _ index: Int, _ object: ManagedObjectID,
    _ failures: inout [ValidationError.Failure]
  ) {
    func fail(_ rule: ValidationError.Rule) {
      var failure = ValidationError.Failure(
        object: object, entity: entity, property: slots[index].name, rule: rule, value: value)
      if case .transformed(let transformed) = value { failure.cause = transformed.defect }
      failures.append(failure)
    }
    if value.isNull {
      if slots[index].isRequired { fail(.required) }
      return
    }
    guard let type = slots[index].type else { return }
    if let misfit = type.misfit(value) { return fail(misfit) }
    if slots[index].rules.isEmpty { return }
    for rule in slots[index].rules where !rule.holds(for: value) { fail(rule.failed) }
  }
}
