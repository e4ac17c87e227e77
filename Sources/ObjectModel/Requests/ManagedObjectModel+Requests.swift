extension ManagedObjectModel {
  /// The fetch-request template of that name, or nil.
  public func template(_ name: String) -> FetchTemplate? { templates.first { $0.name == name } }

  /// Finds the first template or fetched property that could not be fetched whatever its variables are, and whatever values
  /// an object has.
  func validateRequests() throws(ModelError) {
    var names: Set<String> = []
    for template in templates {
      guard names.insert(template.name).inserted else {
        throw ModelError(description: "two fetch-request templates are named alike: \(template.name)")
      }
      let name = "the template \(template.name)"
      try validate(name, template.entity, template.order)
      if let defect = defect(of: template) {
        throw ModelError(description: "\(name) cannot be fetched: \(defect)")
      }
    }
    for entity in entities {
      for property in entity.fetchedProperties { try validate(property, of: entity) }
    }
  }

  private func validate(
    _ name: String, _ entityName: String, _ order: [FetchOrder]
  ) throws(ModelError) {
    guard let number = number(ofEntity: entityName), !isLink(number) else {
      throw ModelError(description: "\(name) fetches \(entityName), which is no entity")
    }
    do {
      try order.validate(for: self[number], in: self)
    } catch {
      throw ModelError(description: "\(name) cannot be sorted: \(error)")
    }
  }

  private func validate(
    _ property: FetchedPropertyDescription, of entity: Entity
  ) throws(ModelError) {
    let name = "\(entity.name).\(property.name)"
    try validate(name, property.entity, property.order)
    for path in property.sourcePaths {
      do {
        try validate(sourcePath: path, of: entity)
      } catch {
        throw ModelError(description: "\(name) cannot be fetched: \(error)")
      }
    }
    if let defect = defect(of: property, of: entity) {
      throw ModelError(description: "\(name) cannot be fetched: \(defect)")
    }
  }

  /// Returns the reason why objects can never be fetched by the predicate of a template of this model.
  func defect(of template: FetchTemplate) -> FetchError? {
    guard let entity = entity(named: template.entity) else { return nil }
    do throws(FetchError) {
      try template.predicate?.validateTemplate(for: entity, in: self)
      return nil
    } catch { return error }
  }

  /// Returns the reason why objects can never be fetched by the predicate of a fetched property, whose key paths from the
  /// object are valid.
  func defect(of property: FetchedPropertyDescription, of owner: Entity) -> FetchError? {
    guard let entity = entity(named: property.entity) else { return nil }
    // Null is a value of each type.
    let predicate = property.predicate(with: { path in
      let isToMany = AggregatePath(path) == nil && (try? resolve(path, from: owner))?.isToMany == true
      return isToMany ? .values([.null]) : .value(.null)
    })
    do throws(FetchError) {
      try predicate?.validate(for: entity, in: self)
      return nil
    } catch { return error }
  }

  /// Checks that objects of an entity can be asked for what lies at the end of a path; see ``KeyPathWalk``.
  private func validate(sourcePath path: String, of entity: Entity) throws(FetchError) {
    guard let aggregate = AggregatePath(path) else {
      _ = try resolve(path, from: entity)
      return
    }
    let names = path.split(separator: ".").map(String.init)
    let prefix = names.prefix { !$0.hasPrefix("@") }
    guard try resolve(prefix.joined(separator: "."), from: entity).isToMany else {
      throw .singleValue(expression: path)
    }
    let gathering = KeyPathOperator(rawValue: names[prefix.count])
    guard case .attribute(_, let attribute) = try resolve(aggregate.path, from: entity).end,
      gathering?.accepts(attribute.type) == true
    else {
      throw .wrongArgument(
        function: names[prefix.count], expected: gathering?.demand ?? "", found: aggregate.path)
    }
  }
}

extension ManagedObjectModel {
  /// Removes the templates and fetched properties whose predicates do not fit the entities, and returns their names with the
  /// reasons.
  static func removeRequestsThatDoNotFit(
    _ entities: inout [EntityDescription], _ templates: inout [FetchTemplate]
  ) throws(ModelError) -> [(name: String, defect: FetchError)] {
    guard !templates.isEmpty || entities.contains(where: { !$0.fetchedProperties.isEmpty }) else { return [] }
    let plain = entities.map { entity in
      var plain = entity
      plain.fetchedProperties = []
      return plain
    }
    let model = try ManagedObjectModel(plain, checksClasses: false)
    var removed: [(name: String, defect: FetchError)] = []
    for (index, template) in templates.enumerated().reversed() {
      guard let defect = model.defect(of: template) else { continue }
      removed.append(("the template \(template.name)", defect))
      templates.remove(at: index)
    }
    for (index, description) in entities.enumerated() {
      guard let entity = model.entity(named: description.name) else { continue }
      for (place, property) in description.fetchedProperties.enumerated().reversed() {
        guard let defect = model.defect(of: property, of: entity) else { continue }
        removed.append(("\(description.name).\(property.name)", defect))
        entities[index].fetchedProperties.remove(at: place)
      }
    }
    return removed
  }
}
