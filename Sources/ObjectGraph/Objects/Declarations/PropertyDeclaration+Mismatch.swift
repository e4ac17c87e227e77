internal import ObjectModel

extension PropertyDeclaration {
  /// The difference between the declaration and the entity, as the rest of a sentence; nil if they agree.
  func mismatch(with entity: Entity, in model: ManagedObjectModel) -> String? {
    if let attribute = entity.attribute(named: name) {
      return mismatch(with: attribute).map { "\(entity.name).\(name) \($0)" }
    }
    let destination: String
    if let relationship = entity.relationship(name) {
      if let mismatch = mismatch(with: relationship) { return "\(entity.name).\(name) \(mismatch)" }
      destination = relationship.destination
    } else if let property = entity.fetchedProperty(name) {
      guard case .fetched = kind else { return "\(entity.name).\(name) is fetched: declare @FetchedProperty" }
      destination = property.entity
    } else {
      return "the entity \(entity.name) has no property \(name)"
    }
    return refusedEntity(amongThoseOf: destination, in: model).map {
      "\(entity.name).\(name) leads to \($0.name), whose class is \($0.managedObjectClass)"
    }
  }

  private func mismatch(with attribute: AttributeDescription) -> String? {
    switch kind {
    case .attribute(let sample, _) where attribute.type.misfit(sample) != nil:
      "holds \(attribute.type.phrase)"
    case .attribute(_, let isOptional):
      attribute.canLackValue && !isOptional ? "is optional: declare \(type)?" : nil
    case .transformable:
      attribute.transformer == nil ? "holds \(attribute.type.phrase): declare @Attribute" : nil
    case .toOne, .toMany, .fetched: "is an attribute: declare @Attribute"
    }
  }

  private func mismatch(with relationship: RelationshipDescription) -> String? {
    switch (relationship.cardinality, kind) {
    case (.toOne, .toOne): nil
    case (.toOne, _): "leads to one object: declare @ToOne"
    case (.toMany, .toMany(let isOrdered)) where isOrdered == relationship.isOrdered: nil
    case (.toMany, .toMany(isOrdered: true)): "has no order: declare an ObjectSet"
    case (.toMany, .toMany(isOrdered: false)): "is ordered: declare an OrderedObjectSet"
    case (.toMany, _): "leads to many objects: declare @ToMany"
    }
  }

  /// The first entity among another and its sub-entities whose objects the property cannot hold.
  private func refusedEntity(amongThoseOf name: String, in model: ManagedObjectModel) -> Entity? {
    model.number(ofEntity: name).flatMap { number in
      model.family(of: number).lazy.map { model[$0] }.first { !accepts($0.managedObjectClass) }
    }
  }
}

extension AttributeDescription {
  /// A Boolean value that indicates whether a saved object can be without a value: counts and sums always have one.
  fileprivate var canLackValue: Bool {
    switch derivation {
    case .count, .sum: false
    default: isOptional
    }
  }
}
