extension ManagedObjectModel {
  /// The fetch-request template of that name, or nil.
  public func template(_ name: String) -> FetchTemplate? { templates.first { $0.name == name } }

  /// Finds the first template or fetched property that could not be fetched whatever its variables are.
  func validateRequests() throws(ModelError) {
    var names: Set<String> = []
    for template in templates {
      guard names.insert(template.name).inserted else {
        throw ModelError(description: "two fetch-request templates are named alike: \(template.name)")
      }
      try validate("the template \(template.name)", template.entity, template.order)
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
