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
      return try edits(for: changed, regrouped: regrouped, query: query, skippingKnown: true)
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
  ///
  /// A row whose own to-many relationship gets another member has changed itself. A related object in `regrouped` changes
  /// other rows only if they read its members: a list of the photos of an album would otherwise evaluate all of them whenever
  /// it gets one more.
  func edits(
    for changed: Set<ManagedObjectID>, regrouped: Set<ManagedObjectID> = [], query: ListQuery,
    skippingKnown: Bool
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
      let ends = ends.filter {
        dependency.entities.contains($0.entity) && (dependency.readsMembers || !regrouped.contains($0))
      }
      ids.formUnion(try rows(thatLeadTo: ends, by: dependency))
    }
    return try edits(of: ids, query: query)
  }

  /// Returns the edits for the current states of rows.
  ///
  /// If the members of to-many relationships matter, one query finds which of some hundred rows match. To evaluate the predicate
  /// here would take a query for each row.
  private func edits(of ids: Set<ManagedObjectID>, query: ListQuery) throws -> [RowEdit] {
    guard let predicate = query.predicate, !query.dependsOnValuesAlone, ids.count > 1 else {
      return try ids.map { try query.edit(of: $0, in: context) }
    }
    return try ids.sorted().chunks(of: 400).flatMap { part in
      let request: FetchRequest<Object> = query.request(.and([.isOne(of: part), predicate]))
      let matches = Set(try context.fetchIDs(request))
      return try part.map { try query.edit(of: $0, in: context, isMatch: matches.contains($0)) }
    }
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
