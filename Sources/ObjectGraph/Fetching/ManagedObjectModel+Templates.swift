extension ManagedObjectModel {
  /// The fetch-request template of that name, or nil.
  public func template(_ name: String) -> FetchTemplate? { templates.first { $0.name == name } }

  /// A request made of a template, with values in the place of its variables.
  ///
  /// A variable without a value is an error of the fetch. Throws when the model has no such template, and when the
  /// objects of its entity are of another class.
  public func fetchRequest<Object: ManagedObject>(
    template name: String, of _: Object.Type = ManagedObject.self,
    substituting values: [String: any FetchArgument] = [:]
  ) throws(ModelError) -> FetchRequest<Object> {
    guard let template = template(name) else {
      throw ModelError(description: "the model has no fetch-request template \(name)")
    }
    guard let found = entity(named: template.entity)?.objectClass, found is Object.Type else {
      throw ModelError(description: "the template \(name) is for \(template.entity), not for \(Object.self)")
    }
    return FetchRequest(
      entity: template.entity, where: template.predicate?.substituting(values), order: template.order,
      limit: template.limit, includesSubentities: template.includesSubentities)
  }

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
