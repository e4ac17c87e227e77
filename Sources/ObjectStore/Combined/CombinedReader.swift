internal import ObjectModel

/// A reader of several stores.
///
/// A query for an entity that one store has is answered by that store. If several stores have the entity, their matching
/// rows are ordered in memory.
class CombinedReader: StoreReader {
  let routing: CombinedRouting
  let readers: [any StoreReader]

  init(_ routing: CombinedRouting, readers: [any StoreReader]) {
    self.routing = routing
    self.readers = readers
  }

  func rows(_ ids: [ManagedObjectID]) throws -> [Row] {
    try routing.grouped(ids).flatMap { part, ids in
      try readers[part.index].rows(ids).map { try routing.combined($0, of: part) }
    }
  }

  func fetch(_ query: StoreQuery) throws -> [Row] {
    if let part = onlyHolder(of: query) { return try rows(query, of: part) }
    var ordered = query
    ordered.predicate = nil
    let matching = StoreQuery(
      entity: query.entity, predicate: query.predicate, includesSubentities: query.includesSubentities)
    return try ordered.rows(
      among: routing.holders(of: query.entity).flatMap { try rows(matching, of: $0) }, in: lookup)
  }

  func fetchIDs(_ query: StoreQuery) throws -> [ManagedObjectID] {
    guard let part = onlyHolder(of: query) else { return try ordered(query, paths: []).map(\.id) }
    return try readers[part.index].fetchIDs(routing.own(query, in: part)).map {
      try routing.combined($0, of: part)
    }
  }

  func count(_ query: StoreQuery) throws -> Int {
    if let part = onlyHolder(of: query) {
      return try readers[part.index].count(routing.own(query, in: part))
    }
    guard query.limit == nil, query.offset == 0, query.start == nil else { return try fetch(query).count }
    return try routing.holders(of: query.entity).reduce(0) { count, part in
      try count + readers[part.index].count(routing.own(query, in: part))
    }
  }

  func counts(_ queries: [StoreQuery]) throws -> [Int] {
    try answers(to: queries, several: count) { part, queries in try readers[part.index].counts(queries) }
  }

  func fetchEach(_ queries: [StoreQuery]) throws -> [[Row]] {
    try answers(to: queries, several: fetch) { part, queries in
      try readers[part.index].fetchEach(queries).map { try $0.map { try routing.combined($0, of: part) } }
    }
  }

  /// Returns the answers to queries, of which each store gets those that only it can answer at once.
  ///
  /// - Parameters:
  ///   - queries: The queries.
  ///   - several: Answers a query for an entity that several stores have.
  ///   - one: Answers the queries of a store, with its entities.
  private func answers<Answer>(
    to queries: [StoreQuery], several: (StoreQuery) throws -> Answer,
    one: (CombinedPart, [StoreQuery]) throws -> [Answer]
  ) rethrows -> [Answer] {
    var answers = [Answer?](repeating: nil, count: queries.count)
    var places: [Int: [Int]] = [:]
    for (place, query) in queries.enumerated() {
      if let part = onlyHolder(of: query) {
        places[part.index, default: []].append(place)
      } else {
        answers[place] = try several(query)
      }
    }
    for part in routing.parts {
      guard let places = places[part.index] else { continue }
      let found = try one(part, places.map { routing.own(queries[$0], in: part) })
      for (place, answer) in zip(places, found) { answers[place] = answer }
    }
    return answers.compactMap { $0 }
  }

  func forEach(
    _ query: StoreQuery, paths: [String], _ body: (ManagedObjectID, [PropertyValue]) throws -> Void
  ) throws {
    guard let part = onlyHolder(of: query) else {
      for (id, values) in try ordered(query, paths: paths) { try body(id, values) }
      return
    }
    try readers[part.index].forEach(routing.own(query, in: part), paths: paths) { id, values in
      try body(routing.combined(id, of: part), values.map { try routing.combined($0, of: part) })
    }
  }

  /// Returns the IDs of the matching rows of several stores, with values, in the order of the query.
  ///
  /// Only these values and those of the order are read, by one query for each store.
  private func ordered(
    _ query: StoreQuery, paths: [String]
  ) throws -> [(id: ManagedObjectID, values: [PropertyValue])] {
    try query.order.validate(for: routing.model[query.entity], in: routing.model)
    let matching = StoreQuery(
      entity: query.entity, predicate: query.predicate, includesSubentities: query.includesSubentities)
    var rows: [(id: ManagedObjectID, keys: [PropertyValue], values: [PropertyValue])] = []
    for part in routing.holders(of: query.entity) {
      try readers[part.index].forEach(
        routing.own(matching, in: part), paths: query.order.map(\.path) + paths
      ) { id, values in
        let id = try routing.combined(id, of: part)
        let values = try values.map { try routing.combined($0, of: part) }
        let keys = zip(query.order, values).map { $0.key(for: $1) }
        guard query.isAfterStart(keys, id) else { return }
        rows.append((id, keys, Array(values.dropFirst(query.order.count))))
      }
    }
    rows.sort { query.precedes($0.keys, $0.id, $1.keys, $1.id) }
    return query.window(rows).map { ($0.id, $0.values) }
  }

  func releaseMemory() {
    for reader in readers { reader.releaseMemory() }
  }

  func interruptible<Result>(_ body: () throws -> Result) throws -> Result {
    try interruptible(readers[...], body)
  }

  private func interruptible<Result>(
    _ readers: ArraySlice<any StoreReader>, _ body: () throws -> Result
  ) throws -> Result {
    guard let reader = readers.first else { return try body() }
    return try reader.interruptible { try interruptible(readers.dropFirst(), body) }
  }

  private func onlyHolder(of query: StoreQuery) -> CombinedPart? {
    let holders = routing.holders(of: query.entity)
    return holders.count == 1 ? holders[0] : nil
  }

  private func rows(_ query: StoreQuery, of part: CombinedPart) throws -> [Row] {
    try readers[part.index].fetch(routing.own(query, in: part)).map { try routing.combined($0, of: part) }
  }

  private var lookup: CombinedLookup { CombinedLookup(model: routing.model, reader: self) }
}

/// The rows of several stores, for orders that lead through relationships.
private struct CombinedLookup: RowLookup {
  let model: ManagedObjectModel
  let reader: CombinedReader

  func row(for id: ManagedObjectID) throws -> Row? { try reader.rows([id]).first }

  func members(
    of relationship: RelationshipDescription, owner: ManagedObjectID
  ) throws -> [ManagedObjectID] {
    guard let membership = model.membership(relationship) else { return [] }
    let isOwned = FetchPredicate.comparison(
      .init(membership.entity.name(ofSlot: membership.owner), .equal, .value(.reference(owner))))
    let rows = try reader.fetch(StoreQuery(entity: membership.number, predicate: isOwned))
    return rows.compactMap { row in
      guard let member = membership.member else { return row.id }
      return row.values[member].reference
    }
  }
}
