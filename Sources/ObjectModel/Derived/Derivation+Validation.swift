extension ManagedObjectModel {
  /// Finds the first derived attribute of an entity that could not be computed.
  func validateDerivedAttributes(of entity: Entity) throws(ModelError) {
    for attribute in entity.attributes {
      guard let derivation = attribute.derivation else { continue }
      if let defect = defect(of: derivation, attribute, entity) {
        let name = "\(entity.name).\(attribute.name)"
        throw ModelError(description: "\(name) is derived by \(derivation), but \(defect)")
      }
    }
  }

  private func defect(
    of derivation: Derivation, _ attribute: AttributeDescription, _ entity: Entity
  ) -> String? {
    if attribute.isTransient { return "is transient" }
    switch derivation {
    case .now: return attribute.type == .date ? nil : "holds \(attribute.type.phrase)"
    case .lowercase(let source), .canonical(let source):
      guard let text = entity.slot(of: source).flatMap(entity.attribute), text.type == .string,
        !text.isTransient, text.derivation == nil
      else { return "\(entity.name) has no text \(source) that is stored and not derived" }
      return attribute.type == .string ? nil : "holds \(attribute.type.phrase)"
    case .count(let relationship):
      guard entity.relationship(relationship).flatMap(membership) != nil else {
        return "there is no to-many relationship \(relationship)"
      }
      return attribute.type.isInteger ? nil : "holds \(attribute.type.phrase)"
    case .sum(let relationship, let source):
      guard let members = members(of: relationship, entity) else { return noMembers(relationship) }
      guard let added = members.slot(of: source).flatMap(members.attribute), added.type.isNumber,
        !added.isTransient, added.derivation == nil
      else { return "\(members.name) has no number \(source) that could be added" }
      return added.type == attribute.type || (added.type.isInteger && attribute.type.isInteger)
        ? nil : "holds \(attribute.type.phrase) where \(source) holds \(added.type.phrase)"
    }
  }

  private func noMembers(_ relationship: String) -> String {
    "there is no to-many relationship \(relationship) with an inverse to one"
  }

  /// The entity of the members of a to-many relationship that a slot of theirs makes.
  private func members(of name: String, _ entity: Entity) -> Entity? {
    guard let relationship = entity.relationship(name), relationship.cardinality == .toMany,
      let members = self.entity(named: relationship.destination),
      let inverse = relationship.inverse, members.slot(of: inverse) != nil
    else { return nil }
    return members
  }
}
