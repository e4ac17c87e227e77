internal import ObjectModel

/// A way to read a store in memory; each question is answered from the last transaction that ended, or from the
/// state that is held.
final class InMemoryReader: SnapshotReader {
  private let store: InMemoryStore
  private var held: InMemoryRows?
  private var current: InMemoryRows { held ?? store.rows }

  init(store: InMemoryStore) { self.store = store }

  func holdSnapshot() { held = store.rows }

  func releaseSnapshot() { held = nil }

  /// The rows that the reader sees: the snapshot that it holds, or the state after the last transaction.
  var rows: InMemoryRows { current }

  func rows(_ ids: [ManagedObjectID]) -> [Row] {
    let rows = current
    return ids.compactMap { rows.row(for: $0) }
  }

  func fetch(_ query: StoreQuery) throws -> [Row] { try current.fetch(query) }

  func fetchIDs(_ query: StoreQuery) throws -> [ManagedObjectID] { try current.fetch(query).map(\.id) }

  func count(_ query: StoreQuery) throws -> Int {
    var query = query
    // The order decides which rows come after the start.
    if query.start == nil { query.order = [] }
    return try current.fetch(query).count
  }

  func forEach(
    _ query: StoreQuery, paths: [String], _ body: (ManagedObjectID, [PropertyValue]) throws -> Void
  ) throws {
    let rows = current
    for row in try rows.fetch(query) {
      try body(row.id, try paths.map { try rows.value(at: $0, of: row) })
    }
  }
}

extension InMemoryReader: HistoryReader {
  func historyToken() -> PersistentHistoryToken? { rows.history?.token }

  func history(_ request: PersistentHistoryRequest) throws -> [PersistentHistoryTransaction] {
    let rows = rows
    guard let history = rows.history else {
      throw PersistentHistoryError.notKept(store: rows.store.identifier)
    }
    return try history.transactions(request)
  }
}

extension InMemoryRows {
  /// Returns the matching rows in the requested order, then by ID.
  func fetch(_ query: StoreQuery) throws -> [Row] { try query.rows(among: candidates(query), in: self) }

  /// Rows among which are all that match.
  private func candidates(_ query: StoreQuery) -> [Row] {
    query.entities(in: model).flatMap { number -> [Row] in
      let rows = self[number].rows
      guard let predicate = query.predicate, let keys = keys(predicate, number) else {
        return Array(rows.values)
      }
      return keys.compactMap { rows[$0] }
    }
  }

  /// The keys of all rows of an entity, without its sub-entities, that can match; nil when that needs a look at every
  /// row.
  private func keys(_ predicate: FetchPredicate, _ entity: EntityNumber) -> Set<Int64>? {
    switch predicate {
    case .constant(false): []
    case .constant(true), .not: nil
    case .and(let parts): parts.lazy.compactMap { keys($0, entity) }.min { $0.count < $1.count }
    case .or(let parts): union(parts, entity)
    case .comparison(let comparison): keys(comparison, entity)
    }
  }

  private func union(_ parts: [FetchPredicate], _ entity: EntityNumber) -> Set<Int64>? {
    var union: Set<Int64> = []
    for part in parts {
      guard let keys = keys(part, entity) else { return nil }
      union.formUnion(keys)
    }
    return union
  }

  private func keys(_ comparison: FetchPredicate.Comparison, _ number: EntityNumber) -> Set<Int64>? {
    guard comparison.operation == .equal || comparison.operation == .in, comparison.options.isEmpty,
      comparison.quantifier == .one, case .path(let path) = comparison.left
    else { return nil }
    let values = comparison.right.values
    guard !values.isEmpty, !values.contains(where: \.columnValue.isNull) else { return nil }
    if path == "SELF" { return Set(values.compactMap(\.reference?.key)) }
    let entity = model[number]
    guard let slot = entity.slot(of: path) else { return nil }
    if entity.isReference(slot) {
      let sources = self[number].sources[slot] ?? [:]
      return values.compactMap(\.reference).reduce(into: []) { $0.formUnion(sources[$1] ?? []) }
    }
    guard entity.uniqueSlots.contains([slot]) else { return nil }
    let owner = model.constraintOwner([slot], of: entity)
    let form = entity.attribute(inSlot: slot)?.type.traits.form
    return values.reduce(into: []) { keys, value in
      guard let value = value.number(as: form),
        let row = row(entity: owner, slots: [slot], values: [value])
      else { return }
      keys.insert(row.id.key)
    }
  }
}

extension PropertyValue {
  /// Returns a number as a column of a form holds it, because equal whole and real numbers have different hashes.
  ///
  /// - Returns: `nil` if no number of the column is equal, and the value itself if it is no number.
  fileprivate func number(as form: ValueForm?) -> PropertyValue? {
    switch (form, columnValue) {
    case (.real, .integer(let number)), (.decimal, .integer(let number)):
      Double(exactly: number).map { .real($0) }
    case (.integer, .real(let number)): Int64(exactly: number).map { .integer($0) }
    default: self
    }
  }
}
