public import ObjectModel

/// Query evaluation for stores without a query engine.
extension StoreQuery {
  /// Returns the matching rows in the requested order, then by ID, within limit and offset.
  ///
  /// - Parameters:
  ///   - candidates: Rows of the entity in any order, which include all matching rows.
  ///   - lookup: The lookup for related rows.
  /// - Throws: A ``FetchError`` if the query does not fit the entity, and the errors of the lookup.
  /// - Precondition: The model has the entity.
  /// - Complexity: O(*n* log *n*) in the number of candidates.
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
    if order.isEmpty, start == nil { return rows.sorted { $0.id < $1.id } }
    var keyed = try rows.map { (row: $0, keys: try order.keys(of: $0, in: lookup)) }
    if start != nil { keyed = keyed.filter { isAfterStart($0.keys, $0.row.id) } }
    return keyed.sorted { precedes($0.keys, $0.row.id, $1.keys, $1.row.id) }.map(\.row)
  }

  /// Returns a Boolean value that indicates whether the query reads the row with the first keys before the row with the
  /// second.
  package func precedes(
    _ left: [PropertyValue], _ leftID: ManagedObjectID, _ right: [PropertyValue], _ rightID: ManagedObjectID
  ) -> Bool {
    start?.isBackward == true
      ? order.precedes(right, rightID, left, leftID) : order.precedes(left, leftID, right, rightID)
  }

  /// Returns a Boolean value that indicates whether a row comes after the start of the query, in the order in which it
  /// is read; true without a start.
  package func isAfterStart(_ keys: [PropertyValue], _ id: ManagedObjectID) -> Bool {
    start.map { precedes($0.keys, $0.id, keys, id) } ?? true
  }
}

extension Row {
  /// Returns the values at the ends of key paths through to-one relationships
  /// (``StoreReader/forEach(_:paths:_:)``).
  ///
  /// - Throws: A ``FetchError`` for a path that the entity does not have, and the errors of the lookup.
  public func values(at paths: [String], in lookup: some RowLookup) throws -> [PropertyValue] {
    try paths.map { try lookup.value(at: $0, of: self) }
  }

  /// The values in the slots of a uniqueness constraint, as they are compared; nil when one is missing, so that
  /// the row is never in the way of another.
  public func uniqueValues(_ slots: [Slot]) -> [PropertyValue]? {
    let values = slots.map { self.values[$0].columnValue }
    return values.contains(.null) ? nil : values
  }
}
