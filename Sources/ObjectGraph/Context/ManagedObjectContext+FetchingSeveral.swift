internal import ObjectStore

extension ManagedObjectContext {
  /// Returns the objects that match several requests, each as ``fetch(_:)`` does.
  ///
  /// ```swift
  /// let (photos, photographers) = try context.fetch(
  ///   FetchRequest<Photo>(where: Photo.number.isIn(numbers)),
  ///   FetchRequest<Photographer>(where: Photographer.number.isIn(owners)))
  /// ```
  ///
  /// A store on a server answers to all of them in one round trip. Other programs may commit between the requests, in the
  /// order in which they are written.
  ///
  /// - Throws: ``FetchError`` for a request that does not fit the entity, and the errors of the store.
  public func fetch<First: ManagedObject, Second: ManagedObject, each Other: ManagedObject>(
    _ first: FetchRequest<First>, _ second: FetchRequest<Second>, _ others: repeat FetchRequest<each Other>
  ) throws -> ([First], [Second], repeat [each Other]) {
    var rows = try rows(first, second, repeat each others)
    func next<Object: ManagedObject>(_: FetchRequest<Object>) -> [Object] {
      objects(for: rows.removeFirst())
    }
    return (next(first), next(second), repeat next(each others))
  }

  /// Returns the values of the objects that match several requests, each as ``fetchValues(_:)`` does.
  ///
  /// A store on a server answers to all of them in one round trip. Other programs may commit between the requests, in the
  /// order in which they are written.
  ///
  /// - Throws: ``FetchError`` for a request that does not fit the entity, and the errors of the store.
  public func fetchValues<First: ManagedObject, Second: ManagedObject, each Other: ManagedObject>(
    _ first: FetchRequest<First>, _ second: FetchRequest<Second>, _ others: repeat FetchRequest<each Other>
  ) throws -> ([ObjectValues<First>], [ObjectValues<Second>], repeat [ObjectValues<each Other>]) {
    var rows = try rows(first, second, repeat each others)
    func next<Object: ManagedObject>(_: FetchRequest<Object>) -> [ObjectValues<Object>] {
      rows.removeFirst().map { ObjectValues($0, of: model[$0.id.entity]) }
    }
    return (next(first), next(second), repeat next(each others))
  }

  /// Ends the event, and returns the rows that match each of the requests.
  private func rows<each Object: ManagedObject>(
    _ requests: repeat FetchRequest<each Object>
  ) throws -> [[Row]] {
    processPendingChanges()
    var queries: [StoreQuery] = []
    for request in repeat each requests { queries.append(request.query(in: model)) }
    return try matchingRows(queries)
  }

  /// Returns the rows that match each of the queries.
  private func matchingRows(_ queries: [StoreQuery]) throws -> [[Row]] {
    for query in queries { try validate(query) }
    let affected = try queries.map { try affectedIDs($0) }
    let stored = try reader.fetchEach(
      zip(queries, affected).map { query, ids in ids.isEmpty ? query : query.passingOver(ids) })
    return try queries.indices.map { index in
      affected[index].isEmpty
        ? stored[index] : try merged(stored[index], affected[index], queries[index])
    }
  }
}
