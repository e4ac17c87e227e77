public import ObjectModel
internal import ObjectStore

extension ManagedObjectContext {
  /// Returns the objects that match, in the order of the request, then by ID.
  ///
  /// Unsaved changes are considered. The call ends the event (``processPendingChanges()``). An object with
  /// unsaved changes keeps them. An object without changes gets the values of a newer row.
  ///
  /// - Throws: ``FetchError`` for a request that does not fit the entity, and the errors of the store.
  public func fetch<Object: ManagedObject>(_ request: FetchRequest<Object>) throws -> [Object] {
    processPendingChanges()
    return objects(for: try matchingRows(request.query(in: model)))
  }

  /// Returns the objects of rows.
  func objects<Object: ManagedObject>(for rows: [Row]) -> [Object] {
    var objects: [Object] = []
    objects.reserveCapacity(rows.count)
    // A loop: `compactMap` is not specialized here, and its own work was a third of all that made the objects.
    for row in rows {
      if let object = object(for: row) as? Object { objects.append(object) }
    }
    return objects
  }

  /// Returns the IDs of the objects that match, in the order of the request, then by ID.
  ///
  /// The call makes no objects.
  ///
  /// - Throws: ``FetchError`` for a request that does not fit the entity, and the errors of the store.
  public func fetchIDs<Object: ManagedObject>(_ request: FetchRequest<Object>) throws -> [ManagedObjectID] {
    processPendingChanges()
    return try matchingIDs(request.query(in: model))
  }

  /// Returns the number of objects that match, within limit and offset.
  ///
  /// The call makes no objects.
  ///
  /// - Throws: ``FetchError`` for a request that does not fit the entity, and the errors of the store.
  public func count<Object: ManagedObject>(_ request: FetchRequest<Object>) throws -> Int {
    processPendingChanges()
    return try matchingCount(request.query(in: model))
  }

  /// Returns the objects that match as a sequence that reads them in batches.
  ///
  /// It needs little memory for many objects. The IDs and their order are those at the time of the call. An
  /// object whose row has been deleted since is a fault without a row.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - size: The number of objects in a batch.
  ///   - keyPaths: Key paths of relationships whose destinations are read with each batch, such as `author`
  ///     or `author.books.tags`: one read for each relationship of a path.
  /// - Throws: ``FetchError`` for a name that is not a relationship or a request that does not fit the
  ///   entity, and the errors of the store.
  public func fetchBatches<Object: ManagedObject>(
    _ request: FetchRequest<Object>, size: Int = 100, prefetching keyPaths: [String] = []
  ) throws -> FetchedBatches<Object> {
    let entity = model[request.query(in: model).entity]
    let prefetching = try Prefetching(keyPaths, of: entity, in: model)
    return FetchedBatches(ids: try fetchIDs(request), size: size, prefetching: prefetching, context: self)
  }

  // MARK: Store results with pending rows merged

  func matchingRows(_ query: StoreQuery) throws -> [Row] {
    try validate(query)
    let affected = try affectedIDs(query)
    guard !affected.isEmpty else { return try reader.fetch(query) }
    return try merged(try reader.fetch(query.passingOver(affected)), affected, query)
  }

  /// Returns the rows of the store without the affected ones, with the affected rows inserted at their sorted
  /// positions.
  func merged(_ stored: [Row], _ affected: Set<ManagedObjectID>, _ query: StoreQuery) throws -> [Row] {
    let pending = try matching(affected, query)
    guard !pending.isEmpty else { return query.window(stored) }
    let order = query.order
    let rows = try (stored + pending).map { (row: $0, keys: try order.keys(of: $0, in: self)) }
    let sorted = rows.filter { query.isAfterStart($0.keys, $0.row.id) }
      .sorted { query.precedes($0.keys, $0.row.id, $1.keys, $1.row.id) }
    return query.window(sorted.map(\.row))
  }

  /// Calls `body` with the values at key paths of each row that matches, in the order of the query.
  ///
  /// The reader evaluates the key paths of all rows except those that a pending row can change.
  func forEachMatch(
    _ query: StoreQuery, paths: [String], _ body: (ManagedObjectID, [PropertyValue]) throws -> Void
  ) throws {
    try validate(query)
    var dependencies = query
    dependencies.order += paths.map { FetchOrder($0) }
    let affected = try affectedIDs(dependencies)
    if affected.isEmpty { return try reader.forEach(query, paths: paths, body) }
    let known = paths + query.order.map(\.path).filter { !paths.contains($0) }
    let order = query.order.map { (order: $0, index: known.firstIndex(of: $0.path) ?? 0) }
    var rows: [(id: ManagedObjectID, keys: [PropertyValue], values: ArraySlice<PropertyValue>)] = []
    func add(_ id: ManagedObjectID, _ values: [PropertyValue]) {
      let keys = order.map { $0.order.key(for: values[$0.index]) }
      if query.isAfterStart(keys, id) { rows.append((id, keys, values.prefix(paths.count))) }
    }
    try reader.forEach(query.passingOver(affected), paths: known, add)
    for row in try matching(affected, query) { add(row.id, try row.values(at: known, in: self)) }
    rows.sort { query.precedes($0.keys, $0.id, $1.keys, $1.id) }
    for row in query.window(rows) { try body(row.id, Array(row.values)) }
  }

  func matchingIDs(_ query: StoreQuery) throws -> [ManagedObjectID] {
    try validate(query)
    let affected = try affectedIDs(query)
    if affected.isEmpty { return try reader.fetchIDs(query) }
    guard query.order.isEmpty, query.start == nil else { return try matchingRows(query).map(\.id) }
    let stored = try reader.fetchIDs(query.passingOver(affected))
    return query.window((try stored + matching(affected, query).map(\.id)).sorted())
  }

  func matchingCount(_ query: StoreQuery) throws -> Int { try matchingCounts([query])[0] }

  /// Returns the numbers of matching objects of several queries, which the reader counts in one go.
  func matchingCounts(_ queries: [StoreQuery]) throws -> [Int] {
    for query in queries { try validate(query) }
    let affected = try queries.map(affectedIDs)
    let stored = try reader.counts(
      zip(queries, affected).map { $1.isEmpty ? $0 : $0.passingOver($1) })
    return try queries.indices.map { index in
      guard !affected[index].isEmpty else { return stored[index] }
      let query = queries[index]
      let all = try stored[index] + pendingCount(query, affected[index])
      return max(0, min(query.limit ?? .max, all - max(0, query.offset)))
    }
  }

  /// Returns the number of affected rows that match, from the start of the query on.
  private func pendingCount(_ query: StoreQuery, _ affected: Set<ManagedObjectID>) throws -> Int {
    let pending = try matching(affected, query)
    guard query.start != nil else { return pending.count }
    return try pending.count { query.isAfterStart(try query.order.keys(of: $0, in: self), $0.id) }
  }

  func validate(_ query: StoreQuery) throws {
    try query.validate(in: model, of: coordinator.identity)
  }

  /// Returns the current rows of those of `ids` that match.
  private func matching(_ ids: Set<ManagedObjectID>, _ query: StoreQuery) throws -> [Row] {
    let numbers = query.entities(in: model)
    return try ids.compactMap { id in
      guard numbers.contains(id.entity), let row = try row(for: id),
        try query.predicate?.matches(row, in: self) ?? true
      else {
        return nil
      }
      return row
    }
  }

  /// Returns the IDs of rows for which the result of the store may be wrong.
  ///
  /// These are pending rows, and rows that the query evaluates by a pending row of another entity.
  func affectedIDs(_ query: StoreQuery) throws -> Set<ManagedObjectID> {
    // Their merge can change objects here, which are then pending too.
    processAncestorsChanges()
    var ids = overlaidIDs(of: query.entity)
    var paths = query.predicate?.relationshipPaths() ?? []
    paths.formUnion(query.order.relationshipPaths())
    for path in paths { ids.formUnion(try pendingSources(of: path[...], entity: query.entity)) }
    return ids
  }

  /// Returns the IDs of the rows of `entity` that refer to a pending row by the relationships of `path`.
  private func pendingSources(of path: Substring, entity number: EntityNumber) throws -> Set<ManagedObjectID>
  {
    let name = path.prefix { $0 != "." }
    guard let entity = model.entity(numbered: number), let relationship = entity.relationship(String(name)),
      let destination = model.number(ofEntity: relationship.destination)
    else { return [] }
    let rest = path.dropFirst(name.count + 1)
    var ends = overlaidIDs(of: destination)
    if !rest.isEmpty { ends.formUnion(try pendingSources(of: rest, entity: destination)) }
    if let membership = model.membership(relationship) { return try pendingOwners(membership, ends) }
    guard !ends.isEmpty else { return [] }
    let leads = FetchPredicate.comparison(
      .init(String(name), .in, .values(ends.map { .reference($0) })))
    return Set(try reader.fetchIDs(StoreQuery(entity: number, predicate: leads)))
  }

  /// Returns the IDs of the objects that have one of `members` in a relationship, or had one before a pending
  /// change.
  private func pendingOwners(
    _ membership: ManagedObjectModel.Membership, _ members: Set<ManagedObjectID>
  ) throws -> Set<ManagedObjectID> {
    var rows = members
    if let member = membership.member {
      rows = pendingIDs(of: membership.number)
      let joins = FetchPredicate.comparison(
        .init(membership.entity.name(ofSlot: member), .in, .values(members.map { .reference($0) })))
      if !members.isEmpty {
        rows.formUnion(try reader.fetchIDs(StoreQuery(entity: membership.number, predicate: joins)))
      }
    }
    guard !rows.isEmpty else { return [] }
    // The owners of now, and those of before the pending changes.
    let ids = rows.sorted()
    return Set(
      try (self.rows(for: ids) + reader.rows(ids)).compactMap { $0.values[membership.owner].reference })
  }
}
