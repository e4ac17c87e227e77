public import ObjectModel
internal import ObjectStore

extension ManagedObjectContext {
  /// The values that a request asks for, as dictionaries by the names of its columns; changes that were not saved are
  /// considered.
  ///
  /// Makes no objects. The store does all the work, unless an object that matters has changes that it does not have:
  /// then the rows are read and grouped here.
  public func fetchDictionaries<Object: ManagedObject>(
    _ request: DictionaryRequest<Object>
  ) throws -> [[String: PropertyValue]] {
    processPendingChanges()
    let query = request.query(in: model)
    let names = query.columns.map(\.name)
    return try fetchColumns(query).map { Dictionary(uniqueKeysWithValues: zip(names, $0)) }
  }

  private func fetchColumns(_ query: DictionaryQuery) throws -> [[PropertyValue]] {
    let plan = try DictionaryPlan(query, model: model, store: coordinator.identity)
    try query.validateObjects(of: coordinator.identity)
    return try isPending(query)
      ? plan.evaluate(matchingRows(query.rows), in: self) : reader.fetchDictionaries(plan, in: self)
  }

  /// Returns a Boolean value that indicates whether the context has pending changes that can affect the
  /// result.
  private func isPending(_ query: DictionaryQuery) throws -> Bool {
    var entities: Set<EntityNumber> = [query.rows.entity]
    let entity = model[query.rows.entity]
    for path in query.relationshipPaths() {
      if let end = try? model.relationshipEnd(path, from: entity),
        let number = model.number(ofEntity: end.destination.name)
      {
        entities.insert(number)
      }
    }
    return entities.contains { !pendingIDs(of: $0).isEmpty }
  }
}

extension DictionaryQuery {
  /// The relationships that the columns, the groups and the choice of the rows go through.
  func relationshipPaths() -> Set<String> {
    (columns.map(\.expression) + groupBy).reduce(into: rows.predicate?.relationshipPaths() ?? []) {
      $0.formUnion($1.relationshipPaths())
    }
  }
}
