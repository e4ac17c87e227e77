/// How a store answers queries that has no way of its own to do so.
extension StoreQuery {
  /// The rows that match, in the order asked for, then by ID, cut to limit and offset.
  ///
  /// `candidates` are rows of the entity, in any order, among which are all that match. O(n log n) in their
  /// number. Throws a ``FetchError`` when the query does not fit the entity, and what the lookup throws. An
  /// entity that the model does not have is a programmer's mistake.
  public func rows(among candidates: [Row], in lookup: some RowLookup) throws -> [Row] {
    let model = lookup.model
    guard let entity = model.entity(numbered: entity) else {
      misuse("no entity has the number \(entity): use a query with the store it was made for")
    }
    try predicate?.validate(for: entity, in: model)
    try order.validate(for: entity, in: model)
    var rows = candidates
    if let predicate { rows = try rows.filter { try predicate.matches($0, in: lookup) } }
    return window(try sorted(rows, in: lookup))
  }

  private func sorted(_ rows: [Row], in lookup: some RowLookup) throws -> [Row] {
    if order.isEmpty { return rows.sorted { $0.id < $1.id } }
    let keyed = try rows.map { (row: $0, keys: try order.keys(of: $0, in: lookup)) }
    return keyed.sorted { order.precedes($0.keys, $0.row.id, $1.keys, $1.row.id) }.map(\.row)
  }
}

extension Row {
  /// What lies at the ends of key paths through to-one relationships (``StoreReader/forEach(_:paths:_:)``).
  ///
  /// Throws a ``FetchError`` for a path that the entity does not have, and what the lookup throws.
  public func values(at paths: [String], in lookup: some RowLookup) throws -> [PropertyValue] {
    try paths.map { try lookup.value(at: $0, of: self) }
  }

  /// The values in the slots of a uniqueness constraint, as they are compared; nil when one is missing, so that
  /// the row is never in the way of another.
  public func uniqueValues(_ slots: [Int]) -> [PropertyValue]? {
    let values = slots.map { self.values[$0].columnValue }
    return values.contains(.null) ? nil : values
  }
}
