extension ModelDocument {
  /// The model that is described, with classes from the caller.
  ///
  /// Without the templates and fetched properties that can never be fetched: earlier versions did not refuse them, and the
  /// rows of a store do not depend on them.
  func model(classes: @escaping (String) -> (any EntityObject.Type)?) throws(ModelError) -> ManagedObjectModel
  {
    let parents = entities.compactMap { entity in entity.parent.map { (entity.name, $0) } }
    let choice = ClassChoice(parents: parents, classes: classes)
    var described: [EntityDescription] = []
    for entity in entities {
      described.append(try entity.description(choice.objectClass(of: entity.name)))
    }
    var templates = (self.templates ?? []).compactMap { try? $0.template() }
    _ = try ManagedObjectModel.removeRequestsThatDoNotFit(&described, &templates)
    return try ManagedObjectModel(described, configurations: configurations ?? [:], templates: templates)
  }
}

extension ModelDocument.Entity {
  fileprivate func description(_ objectClass: (any EntityObject.Type)?) throws(ModelError)
    -> EntityDescription
  {
    var attributes: [AttributeDescription] = []
    for attribute in self.attributes ?? [] { attributes.append(try attribute.description(of: name)) }
    var relationships: [RelationshipDescription] = []
    for relationship in self.relationships ?? [] {
      relationships.append(try relationship.description(of: name))
    }
    let fetched = (self.fetched ?? []).compactMap { try? $0.property() }
    return EntityDescription(
      objectClass, name: name, parent: parent, isAbstract: isAbstract ?? false, attributes: attributes,
      relationships: relationships, unique: unique ?? [],
      indexes: (indexes ?? []).map { $0.map(IndexElement.init(text:)) },
      fullTextIndex: fullText ?? [],
      renamingIdentifier: facts?.renaming, versionHashModifier: facts?.modifier,
      userInfo: facts?.userInfo ?? [:], fetchedProperties: fetched)
  }
}

extension ModelDocument.Attribute {
  fileprivate func description(of owner: String) throws(ModelError) -> AttributeDescription {
    let place = "\(owner).\(name)"
    guard let type = AttributeType(rawValue: type) else {
      throw ModelError(description: "\(place) is of the type \(self.type), which is not known")
    }
    let derivation = self.derivation.flatMap(Derivation.init)
    guard derivation != nil || self.derivation == nil else {
      throw ModelError(description: "\(place) is derived by \(self.derivation ?? ""), which is not known")
    }
    let value = start.flatMap { ValueText.value($0, type) }
    guard value != nil || start == nil else {
      throw ModelError(description: "\(place) starts with \(start ?? ""), but holds \(type.phrase)")
    }
    var rules: [ValidationRule] = []
    for rule in self.rules ?? [] { rules.append(try rule.rule(type, place)) }
    return AttributeDescription(
      name, type, isOptional: isOptional ?? false, default: value ?? .null,
      isTransient: isTransient ?? false, derived: derivation,
      transformer: transformer.map(AttributeTransformer.named), rules: rules,
      allowsExternalStorage: isExternal ?? false, preservesValueInHistory: isPreserved ?? false,
      renamingIdentifier: facts?.renaming, versionHashModifier: facts?.modifier,
      userInfo: facts?.userInfo ?? [:])
  }
}

extension ModelDocument.Rule {
  fileprivate func rule(_ type: AttributeType, _ place: String) throws(ModelError) -> ValidationRule {
    let (bound, length) = (ValueText.value(value, type), Int(value))
    switch (kind, bound, length) {
    case (.minimum, let bound?, _): return .minimum(bound)
    case (.maximum, let bound?, _): return .maximum(bound)
    case (.minimumLength, _, let length?): return .minimumLength(length)
    case (.maximumLength, _, let length?): return .maximumLength(length)
    case (.pattern, _, _): return .pattern(value)
    default: throw ModelError(description: "\(place) has the \(kind.rawValue) \(value), which is none")
    }
  }
}

extension ModelDocument.Relationship {
  fileprivate func description(of owner: String) throws(ModelError) -> RelationshipDescription {
    guard let deleteRule = DeleteRule(rawValue: deleteRule) else {
      throw ModelError(description: "\(owner).\(name) has the delete rule \(deleteRule), which is not known")
    }
    let (isToMany, isOptional) = (isToMany ?? false, isOptional ?? false)
    guard !isToMany || inverse != nil else {
      throw ModelError(description: "\(owner).\(name) leads to many objects and has no inverse")
    }
    return RelationshipDescription(
      name: name, cardinality: isToMany ? .toMany : .toOne, destination: destination, inverse: inverse,
      isOptional: isOptional, deleteRule: deleteRule, isOrdered: isToMany && (isOrdered ?? false),
      minimumCount: isToMany ? minimum ?? 0 : isOptional ? 0 : 1, maximumCount: isToMany ? maximum : 1,
      renamingIdentifier: facts?.renaming, versionHashModifier: facts?.modifier,
      userInfo: facts?.userInfo ?? [:])
  }
}

extension ModelDocument.Request {
  private var fetchOrder: [FetchOrder] {
    (order ?? []).map { order in
      let comparison: FetchOrder.Comparison =
        switch order.comparison {
        case nil: .binary
        case .insensitive: .insensitive
        case .natural: .natural
        }
      return FetchOrder(order.path, ascending: order.isDescending != true, comparison: comparison)
    }
  }

  fileprivate func template() throws(PredicateSyntaxError) -> FetchTemplate {
    try FetchTemplate(
      name, entity: entity, where: format, order: fetchOrder, limit: limit,
      includesSubentities: excludesSubentities != true)
  }

  fileprivate func property() throws(PredicateSyntaxError) -> FetchedPropertyDescription {
    try FetchedPropertyDescription(
      name, entity: entity, where: format, order: fetchOrder, limit: limit, userInfo: userInfo ?? [:])
  }
}
