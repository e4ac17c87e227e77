import ObjectGraph

extension FetchedResultsController {
  /// Returns the edits for the objects that changed since the last update.
  ///
  /// A row of `regrouped`, of which only members of to-many relationships changed, stays unchanged and is
  /// not read, unless the list depends on members.
  func edits(
    for changed: Set<ManagedObjectID>, regrouped: Set<ManagedObjectID>
  ) throws -> [RowEdit] {
    guard query.dependsOnValuesAlone else {
      return try edits(for: changed, query: query, skippingKnown: true)
    }
    if regrouped.isEmpty { return try edits(for: changed, query: query, skippingKnown: true) }
    let edits = try edits(for: changed.subtracting(regrouped), query: query, skippingKnown: true)
    let known = Set(edits.lazy.map(\.key))
    return edits
      + regrouped.compactMap { id in
        guard query.entities.contains(id.entity) else { return nil }
        let key = query.key(of: id)
        if known.contains(key) { return nil }
        return list.row(withKey: key).map { RowEdit(key: key, row: $0) }
      }
  }

  /// Returns the edits for changed objects and for rows that depend on a changed related object.
  ///
  /// With `skippingKnown`, related objects are skipped if their values are those used in the last
  /// evaluation: an object counts as changed whenever a to-many relationship gets another member.
  func edits(
    for changed: Set<ManagedObjectID>, query: ListQuery, skippingKnown: Bool
  ) throws -> [RowEdit] {
    if query.dependencies.isEmpty {
      return try changed.compactMap {
        query.entities.contains($0.entity) ? try query.edit(of: $0, in: context) : nil
      }
    }
    var ids = changed.filter { query.entities.contains($0.entity) }
    var ends = changed.filter { id in query.dependencies.contains { $0.entities.contains(id.entity) } }
    if skippingKnown, query.dependsOnValuesAlone { ends = try ends.filter(isNews) }
    for dependency in query.dependencies {
      let ends = ends.filter { dependency.entities.contains($0.entity) }
      ids.formUnion(try rows(thatLeadTo: ends, by: dependency))
    }
    return try ids.map { try query.edit(of: $0, in: context) }
  }

  /// Returns the rows whose state in the store may differ from the context, or that depend on such a row.
  func pendingIDs(for query: ListQuery) -> Set<ManagedObjectID> {
    query.dependencies.reduce(context.pendingIDs(of: query.entity)) {
      $0.union(context.pendingIDs(of: $1.entities.lowerBound))
    }
  }

  private func isNews(_ id: ManagedObjectID) throws -> Bool {
    let row = try context.row(for: id)
    if let known = related[id], known?.values == row?.values { return false }
    related[id] = .some(row)
    return true
  }

  /// Returns the rows from which a dependency's path leads to one of some objects.
  private func rows(
    thatLeadTo ends: Set<ManagedObjectID>, by dependency: ListQuery.Dependency
  ) throws -> Set<ManagedObjectID> {
    var ids: Set<ManagedObjectID> = []
    for predicate in try dependency.predicates(leadingTo: ends) {
      ids.formUnion(try context.fetchIDs(query.request(predicate) as FetchRequest<Object>))
    }
    return ids
  }
}

extension ListQuery {
  /// A Boolean value that indicates whether only values of related objects matter, not membership in
  /// to-many relationships.
  fileprivate var dependsOnValuesAlone: Bool { !dependencies.contains(where: \.isToMany) }
}
