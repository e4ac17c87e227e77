/// The requirements of the model on the values of an entity's objects, by slot; prepared once for a save of
/// many objects.
package struct EntityChecks {
  private let entity: String
  private let slots: [SlotChecks]

  private struct SlotChecks {
    var name: String
    var isRequired: Bool
    /// The type of an attribute; nil for a to-one relationship.
    var type: AttributeType?
    /// A Boolean value that indicates whether the store computes the values, which no edit can make fit the type.
    var isDerived: Bool
    var rules: [ValidationRule]
  }

  init(_ entity: String, _ contents: [SlotContent]) {
    self.entity = entity
    slots = contents.map { content in
      let attribute = content.attribute
      // Derived values may be missing until the store has computed them.
      let isDerived = attribute?.derivation != nil
      return SlotChecks(
        name: content.name, isRequired: !content.isOptional && !isDerived, type: attribute?.type,
        isDerived: isDerived, rules: attribute?.rules ?? [])
    }
  }

  /// Returns the validation failures of an object's values.
  package func failures(of values: [PropertyValue], _ object: ManagedObjectID) -> [ValidationError.Failure] {
    var failures: [ValidationError.Failure] = []
    for slot in values.slots { check(values[slot], slot, object, &failures) }
    return failures
  }

  /// Returns the validation failures of a value in a slot.
  package func failures(
    of value: PropertyValue, slot: Slot, _ object: ManagedObjectID
  ) -> [ValidationError.Failure] {
    var failures: [ValidationError.Failure] = []
    check(value, slot, object, &failures)
    return failures
  }

  private func check(
    _ value: PropertyValue, _ slot: Slot, _ object: ManagedObjectID,
    _ failures: inout [ValidationError.Failure]
  ) {
    func fail(_ rule: ValidationError.Rule) {
      let cause: (any Error)? =
        if case .transformed(let transformed) = value { transformed.defect } else { nil }
      failures.append(
        ValidationError.Failure(
          object: object, entity: entity, property: slots[slot].name, rule: rule, value: value, cause: cause))
    }
    if value.isNull {
      if slots[slot].isRequired { fail(.required) }
      return
    }
    guard let type = slots[slot].type else { return }
    if !slots[slot].isDerived, let misfit = type.misfit(value) { return fail(misfit) }
    if slots[slot].rules.isEmpty { return }
    for rule in slots[slot].rules where !rule.holds(for: value) { fail(rule.failed) }
  }
}
