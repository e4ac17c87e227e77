extension ModelDocument {
  /// Describes a model.
  init(_ model: ManagedObjectModel) {
    entities = model.entities.map { Entity($0) }
    configurations = model.configurations.isEmpty ? nil : model.configurations
    templates =
      model.templates.map {
        Request(
          name: $0.name, entity: $0.entity, format: $0.format, order: Order.orders($0.order), limit: $0.limit,
          excludesSubentities: $0.includesSubentities ? nil : true)
      }.unlessEmpty
  }
}

extension ModelDocument.Entity {
  /// Describes what an entity adds to its parent.
  fileprivate init(_ entity: ObjectModel.Entity) {
    let parent = entity.parent
    name = entity.name
    self.parent = parent?.name
    isAbstract = entity.isAbstract ? true : nil
    attributes =
      entity.attributes.dropFirst(parent?.attributes.count ?? 0)
      .map(ModelDocument.Attribute.init).unlessEmpty
    relationships =
      entity.relationships.dropFirst(parent?.relationships.count ?? 0)
      .map(ModelDocument.Relationship.init).unlessEmpty
    unique =
      zip(entity.uniquenessConstraints, entity.constraintOwners)
      .filter { $1 == entity.number }.map { $0.0 }.unlessEmpty
    indexes = entity.indexes.map { $0.map(\.text) }.unlessEmpty
    fullText = Array(entity.fullTextIndex.dropFirst(parent?.fullTextIndex.count ?? 0)).unlessEmpty
    fetched =
      entity.fetchedProperties.dropFirst(parent?.fetchedProperties.count ?? 0)
      .map(ModelDocument.Request.init).unlessEmpty
    facts = .init(entity.renamingIdentifier, entity.versionHashModifier, entity.userInfo)
  }
}

extension ModelDocument.Facts {
  /// Nil when there are none.
  fileprivate init?(_ renaming: String?, _ modifier: String?, _ userInfo: [String: String]) {
    guard renaming != nil || modifier != nil || !userInfo.isEmpty else { return nil }
    self.init(renaming: renaming, modifier: modifier, userInfo: userInfo.isEmpty ? nil : userInfo)
  }
}

extension ModelDocument.Attribute {
  fileprivate init(_ attribute: AttributeDescription) {
    self.init(
      name: attribute.name, type: attribute.type.rawValue, isOptional: attribute.isOptional ? true : nil,
      start: ValueText.text(attribute.defaultValue), isTransient: attribute.isTransient ? true : nil,
      derivation: attribute.derivation?.description, transformer: attribute.transformer?.name,
      rules: attribute.rules.map(ModelDocument.Rule.init).unlessEmpty,
      isExternal: attribute.allowsExternalStorage ? true : nil,
      isPreserved: attribute.preservesValueInHistory ? true : nil,
      facts: .init(attribute.renamingIdentifier, attribute.versionHashModifier, attribute.userInfo))
  }
}

extension ModelDocument.Rule {
  fileprivate init(_ rule: ValidationRule) {
    switch rule {
    // A limit is never empty, which the model has checked.
    case .minimum(let bound): self.init(kind: .minimum, value: ValueText.text(bound) ?? "")
    case .maximum(let bound): self.init(kind: .maximum, value: ValueText.text(bound) ?? "")
    case .minimumLength(let length): self.init(kind: .minimumLength, value: String(length))
    case .maximumLength(let length): self.init(kind: .maximumLength, value: String(length))
    case .pattern(let expression): self.init(kind: .pattern, value: expression.text)
    }
  }
}

extension ModelDocument.Relationship {
  fileprivate init(_ relationship: RelationshipDescription) {
    let isToMany = relationship.cardinality == .toMany
    self.init(
      name: relationship.name, isToMany: isToMany ? true : nil, destination: relationship.destination,
      inverse: relationship.inverse, isOptional: relationship.isOptional ? true : nil,
      deleteRule: relationship.deleteRule.rawValue, isOrdered: relationship.isOrdered ? true : nil,
      minimum: isToMany && relationship.minimumCount > 0 ? relationship.minimumCount : nil,
      maximum: isToMany ? relationship.maximumCount : nil,
      facts: .init(
        relationship.renamingIdentifier, relationship.versionHashModifier, relationship.userInfo))
  }
}

extension ModelDocument.Request {
  fileprivate init(_ property: FetchedPropertyDescription) {
    self.init(
      name: property.name, entity: property.entity, format: property.format,
      order: ModelDocument.Order.orders(property.order), limit: property.limit,
      userInfo: property.userInfo.isEmpty ? nil : property.userInfo)
  }
}

extension ModelDocument.Order {
  fileprivate static func orders(_ order: [FetchOrder]) -> [Self]? {
    order.map { order in
      let comparison: Comparison? =
        switch order.comparison {
        case .binary: nil
        case .insensitive: .insensitive
        case .natural: .natural
        }
      return Self(path: order.path, isDescending: order.ascending ? nil : true, comparison: comparison)
    }.unlessEmpty
  }
}

extension Array {
  /// Nil for an empty array.
  fileprivate var unlessEmpty: Self? { isEmpty ? nil : self }
}
