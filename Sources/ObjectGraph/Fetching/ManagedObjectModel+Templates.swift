public import ObjectModel

extension ManagedObjectModel {
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
    guard let found = entity(named: template.entity)?.managedObjectClass, found is Object.Type else {
      throw ModelError(description: "the template \(name) is for \(template.entity), not for \(Object.self)")
    }
    return FetchRequest(
      entity: template.entity, where: template.predicate?.substituting(values), order: template.order,
      limit: template.limit, includesSubentities: template.includesSubentities)
  }
}
