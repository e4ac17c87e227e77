package import ObjectModel

/// The conditions under which a store can update the rows of a batch as a set.
package struct BatchUpdateRules {
  private let query: StoreQuery
  private let assignments: [BatchAssignment]
  private let model: ManagedObjectModel

  /// Creates the conditions for an update.
  package init(_ query: StoreQuery, _ assignments: [BatchAssignment], in model: ManagedObjectModel) {
    self.query = query
    self.assignments = assignments
    self.model = model
  }

  /// A Boolean value that indicates whether nothing follows from the update: no files, references and unique values are
  /// written, and nothing is derived from the rows.
  package var canBeAppliedInSQL: Bool {
    let slots = assignments.map(\.slot)
    return query.entities(in: model).allSatisfy { number in
      let entity = model[number]
      return entity.derivedSlots.isEmpty && slots.allSatisfy(entity.isPlain)
        && entity.uniqueSlots.allSatisfy { !$0.contains(where: slots.contains) }
        && entity.referenceSlots.allSatisfy { !isSummedUp($0, of: entity) }
    }
  }

  /// Returns a Boolean value that indicates whether a row can be one of those from which attributes of its owner are
  /// derived.
  private func isSummedUp(_ slot: Slot, of entity: Entity) -> Bool {
    guard let relationship = entity.relationship(inSlot: slot),
      let destination = model.number(ofEntity: relationship.destination)
    else { return false }
    return model.family(of: destination).contains { !model[$0].derivedSlots.isEmpty }
  }
}

extension Entity {
  /// Returns a Boolean value that indicates whether a slot holds an attribute whose values are in its column.
  fileprivate func isPlain(_ slot: Slot) -> Bool {
    guard let attribute = attribute(inSlot: slot) else { return false }
    return !attribute.allowsExternalStorage && !attribute.isTransient
  }
}

extension AttributeDescription {
  /// The bounds of valid values, as columns hold them; nil if other rules or conversions decide.
  package var bounds: (lower: [PropertyValue], upper: [PropertyValue])? {
    guard type != .float, type != .boolean, type.traits.column != .blob else { return nil }
    let integers = type.traits.integers
    var lower = integers.map { [PropertyValue.integer($0.lowerBound)] } ?? []
    var upper = integers.map { [PropertyValue.integer($0.upperBound)] } ?? []
    for rule in rules {
      switch rule {
      case .minimum(let bound): lower.append(bound.columnValue)
      case .maximum(let bound): upper.append(bound.columnValue)
      default: return nil
      }
    }
    return (lower, upper)
  }
}
