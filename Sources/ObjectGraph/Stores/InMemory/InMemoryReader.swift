/// A way to read a store in memory; each question is answered from the last transaction that ended.
final class InMemoryReader: StoreReader {
  private let store: InMemoryStore

  init(store: InMemoryStore) { self.store = store }

  /// What was there when the last transaction ended.
  var rows: InMemoryRows { store.rows }

  func rows(_ ids: [ManagedObjectID]) -> [Row] {
    let rows = store.rows
    return ids.compactMap { rows.row(for: $0) }
  }

  func fetch(_ query: StoreQuery) throws -> [Row] { try store.rows.fetch(query) }

  func fetchIDs(_ query: StoreQuery) throws -> [ManagedObjectID] { try store.rows.fetch(query).map(\.id) }

  func count(_ query: StoreQuery) throws -> Int {
    var unordered = query
    unordered.order = []
    return try store.rows.fetch(unordered).count
  }

  func forEach(
    _ query: StoreQuery, paths: [String], _ body: (ManagedObjectID, [PropertyValue]) throws -> Void
  ) throws {
    let rows = store.rows
    for row in try rows.fetch(query) {
      try body(row.id, try paths.map { try rows.value(at: $0, of: row) })
    }
  }
}

extension InMemoryRows {
  /// The rows that match, in the order asked for, then by ID.
  func fetch(_ query: StoreQuery) throws -> [Row] {
    let entity = model.entities[query.entity - 1]
    try query.predicate?.validate(for: entity, in: model)
    try query.order.validate(for: entity, in: model)
    var rows = candidates(query)
    if let predicate = query.predicate { rows = try rows.filter { try predicate.matches($0, in: self) } }
    return query.window(try sorted(rows, by: query.order))
  }

  private func sorted(_ rows: [Row], by order: [FetchOrder]) throws -> [Row] {
    if order.isEmpty { return rows.sorted { $0.id < $1.id } }
    let keyed = try rows.map { (row: $0, keys: try order.keys(of: $0, in: self)) }
    return keyed.sorted { order.precedes($0.keys, $0.row.id, $1.keys, $1.row.id) }.map(\.row)
  }

  /// Rows among which are all that match.
  private func candidates(_ query: StoreQuery) -> [Row] {
    let table = self[query.entity]
    guard let predicate = query.predicate, let keys = keys(predicate, query.entity) else {
      return Array(table.rows.values)
    }
    return keys.compactMap { table.rows[$0] }
  }

  /// The keys of all rows that can match; nil when that needs a look at every row.
  private func keys(_ predicate: FetchPredicate, _ entity: Int) -> Set<Int64>? {
    switch predicate {
    case .constant(false): []
    case .constant(true), .not: nil
    case .and(let parts): parts.lazy.compactMap { keys($0, entity) }.min { $0.count < $1.count }
    case .or(let parts): union(parts, entity)
    case .comparison(let comparison): keys(comparison, entity)
    }
  }

  private func union(_ parts: [FetchPredicate], _ entity: Int) -> Set<Int64>? {
    var union: Set<Int64> = []
    for part in parts {
      guard let keys = keys(part, entity) else { return nil }
      union.formUnion(keys)
    }
    return union
  }

  private func keys(_ comparison: FetchPredicate.Comparison, _ entity: Int) -> Set<Int64>? {
    guard comparison.operation == .equal || comparison.operation == .in, comparison.options.isEmpty,
      comparison.quantifier == .one, case .path(let path) = comparison.left
    else { return nil }
    let values = comparison.right.values
    guard !values.isEmpty, !values.contains(where: \.isNull) else { return nil }
    if path == "SELF" { return Set(values.compactMap(\.reference?.key)) }
    let description = model.entities[entity - 1]
    guard let slot = description.slot(of: path) else { return nil }
    if description.isReference(slot) {
      let targets = values.compactMap(\.reference)
      return Set(targets.flatMap { sources(entity: entity, slot: slot, target: $0) }.map(\.key))
    }
    guard description.uniqueSlots.contains([slot]) else { return nil }
    return Set(values.compactMap { row(entity: entity, slots: [slot], values: [$0])?.id.key })
  }
}
